/** `make` that remembers its last result, for values replaced as a whole. Keep it in a field, to end with its owner. */
export function remembered<Of, Made>(make: (of: Of) => Made): (of: Of) => Made {
  let last: { readonly of: Of; readonly made: Made } | undefined;
  return (of) => {
    if (!last || last.of !== of) last = { of, made: make(of) };
    return last.made;
  };
}
