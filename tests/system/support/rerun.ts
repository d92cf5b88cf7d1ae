/** `mcp-lifeline rerun` as a process, to its end; the test file that uses it calls `useProgram`. */
import type { Comparison } from '#shared/compare';
import type { Answered, Replaced, StepResult } from '#shared/rerun';
import { run } from '../../relay/support/program.ts';
import { temporaryFolder } from '../../relay/support/relay.ts';

export interface RerunPrinted {
  readonly after: string;
  readonly run: {
    readonly complete: boolean;
    /** Steps that had no consent. */
    readonly declined: number;
    readonly steps: readonly (Omit<StepResult, 'step'> & { readonly s: number })[];
    readonly replaced: readonly Replaced[];
    readonly answered: readonly Answered[];
  };
  readonly comparison: Comparison;
}

/** Run the command to its end. */
export async function rerun(
  args: readonly string[],
): Promise<{ code: number | string; stdout: string; output: string }> {
  const { child, output, ended } = run(['rerun', ...args], temporaryFolder());
  let stdout = '';
  child.stdout?.on('data', (data: Buffer) => (stdout += data.toString()));
  const code = await ended;
  return { code, stdout, output: output() };
}

export async function rerunJson(args: readonly string[]): Promise<RerunPrinted & { readonly code: number | string }> {
  const { code, stdout, output } = await rerun(['--json', ...args]);
  if (stdout === '') throw new Error(output);
  return { code, ...(JSON.parse(stdout) as RerunPrinted) };
}
