export interface Later {
  ask(): void;
  /** Ask for it, the whole time from now. */
  again(): void;
  stop(): void;
}

/** Calls `action` `ms` milliseconds after it was first asked for, once however often that is. It does not keep the program alive. */
export function later(ms: number, action: () => void): Later {
  let timer: NodeJS.Timeout | undefined;
  const ask = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      action();
    }, ms).unref();
  };
  const again = (): void => {
    timer?.refresh();
    ask();
  };
  return { ask, again, stop: () => clearTimeout(timer) };
}
