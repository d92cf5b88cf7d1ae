/** What a server's author adds so that this page may talk to the server, for two common frameworks. */
import { CORS_EXPOSED, CORS_METHODS, CORS_REQUEST_HEADERS } from '#shared/transport';

export type CorsFramework = 'express' | 'starlette';

/** `detail` of a problem, whose header names are added to those of the protocol; `origin` is that of the page. */
export function corsSnippet(framework: CorsFramework, origin: string, detail = ''): string {
  const named = /^Access-Control-Allow-Headers: (.+)$/m.exec(detail)?.[1]?.split(', ') ?? [];
  const known = new Set(CORS_REQUEST_HEADERS.map((name) => name.toLowerCase()));
  const headers = [...CORS_REQUEST_HEADERS, ...named.filter((name) => !known.has(name.toLowerCase()))];
  const list = (values: readonly string[]): string => `[${values.map((each) => JSON.stringify(each)).join(', ')}]`;
  return framework === 'express'
    ? `import cors from 'cors';

// Before authorization: browsers send preflights without credentials.
app.use(
  cors({
    origin: ${list([origin])},
    methods: ${list(CORS_METHODS)},
    allowedHeaders: ${list(headers)},
    exposedHeaders: ${list(CORS_EXPOSED)},
  }),
);
`
    : `from starlette.middleware.cors import CORSMiddleware

# Added last, so that it is outside of authorization: browsers send preflights without credentials.
app.add_middleware(
    CORSMiddleware,
    allow_origins=${list([origin])},
    allow_methods=${list(CORS_METHODS)},
    allow_headers=${list(headers)},
    expose_headers=${list(CORS_EXPOSED)},
)
`;
}
