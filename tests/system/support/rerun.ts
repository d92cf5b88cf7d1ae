/** `mcp-lifeline rerun`, to its end. */
import type { Comparison } from '#shared/compare';
import type { Answered, Replaced, StepResult } from '#shared/rerun';
import { carryOut } from '../../relay/support/carry-out.ts';
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
export async function rerun(args: readonly string[]): Promise<{ code: number; stdout: string; output: string }> {
  const { stdout, output, ended } = carryOut(['rerun', ...args], temporaryFolder());
  const code = await ended;
  return { code, stdout: stdout(), output: output() };
}

export async function rerunJson(args: readonly string[]): Promise<RerunPrinted & { readonly code: number }> {
  const { code, stdout, output } = await rerun(['--json', ...args]);
  if (stdout === '') throw new Error(output);
  return { code, ...(JSON.parse(stdout) as RerunPrinted) };
}
