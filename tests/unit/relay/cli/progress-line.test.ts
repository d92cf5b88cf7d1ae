/** The line of a terminal on which a command says where it is. */
import { expect, test } from 'vitest';
import { ProgressLine } from '../../../../relay/cli/progress-line.ts';

const CLEAR = '\r\u001b[2K';

function terminal(columns: number): { readonly line: ProgressLine; readonly written: string[] } {
  const written: string[] = [];
  const write = (text: string): boolean => written.push(text) > 0;
  return { line: new ProgressLine({ columns, write }), written };
}

test('shows one thing in place of another, cut to the width, and takes it away before anything else is written', () => {
  const { line, written } = terminal(11);
  line.clear();
  line.show('1/2 tools/call echo');
  line.show('2/2');
  line.clear();
  line.clear();
  expect(written).toEqual([`${CLEAR}1/2 tools/`, `${CLEAR}2/2`, CLEAR]);
});

test('what a recording names moves no cursor', () => {
  const { line, written } = terminal(0);
  line.show('1/1 tools/call a\u001b[2Jb\nc');
  line.show('');
  expect(written).toEqual([`${CLEAR}1/1 tools/call a␛[2Jb␊c`, CLEAR]);
});
