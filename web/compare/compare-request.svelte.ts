/** The two recordings that a person asked to have compared, by the ids under which the library lists them. */
class CompareRequest {
  ids: readonly [before: string, after: string] | undefined = $state.raw();

  set(before: string, after: string): void {
    this.ids = [before, after];
  }
}

export const compareRequest = new CompareRequest();
