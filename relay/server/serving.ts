/** The packages that serve the page. To load them takes longer than most commands do: only a relay does, when it starts. */
export async function loadServing() {
  const [{ default: express }, { default: sirv }, { WebSocketServer }] = await Promise.all([
    import('express'),
    import('sirv'),
    import('ws'),
  ]);
  return { express, sirv, WebSocketServer };
}

export type Serving = Awaited<ReturnType<typeof loadServing>>;
