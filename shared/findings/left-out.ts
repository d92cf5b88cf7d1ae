/** Rules that are not judged, and why. */
export const LEFT_OUT: { readonly [rule: string]: string } = {
  'list-varies-by-connection': 'A recording holds one connection, and the rule compares the lists of two.',
};
