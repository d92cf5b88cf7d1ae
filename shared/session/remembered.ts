/**
 * `make` with its last result remembered, for what is derived from a value that is replaced as a whole and asked for again
 * and again. Keep it in a field, so that it ends with whoever asks.
 */
export function remembered<Of, Made>(make: (of: Of) => Made): (of: Of) => Made {
  let last: { readonly of: Of; readonly made: Made } | undefined;
  return (of) => {
    if (!last || last.of !== of) last = { of, made: make(of) };
    return last.made;
  };
}
