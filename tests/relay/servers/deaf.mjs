// Never reads its stdin, and sends as many requests as its argument says, as fast as they are taken; then it stays. When its
// second argument names a file, it reads everything once that file is there.
import { once } from 'node:events';
import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';

const [count = '0', sign] = process.argv.slice(2);
setInterval(() => {}, 60_000);
if (sign !== undefined)
  watch(dirname(sign), (_, name) => {
    if (name === basename(sign)) process.stdin.resume();
  });
process.stdout.write('{"jsonrpc":"2.0","method":"notifications/ready"}\n');
const PIECE = 1000;
for (let at = 0; at < Number(count); at += PIECE) {
  let text = '';
  for (let id = at; id < at + PIECE; id++) text += `{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`;
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
