/** Rules that are not judged, and why. */
export const LEFT_OUT: { readonly [rule: string]: string } = {};
