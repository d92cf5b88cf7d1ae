/** What can be done in the diagram by key or palette. */
import type { Phase } from '#shared/session';
import { words } from '../base/i18n/all.ts';
import type { Command, Finder } from '../base/commands.svelte.ts';
import { openFindings } from '../session/details-tab.svelte.ts';
import { ZOOM, type Diagram } from '../session/diagram.svelte.ts';
import { foldedPhases } from '../session/folded-phases.svelte.ts';
import { findingsOf } from '../session/findings.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { showInDiagram } from '../session/show-in-diagram.ts';
import { indexAt } from '../ui/row-geometry.ts';
import { endRow, operationStep, rowStep, troubleStep } from './moves.ts';
import { phaseSteps } from './phase-steps.ts';

/** The phases that the session has reached, each to go to. */
export function phasesOf(view: SessionView): Finder {
  const goTo = (phase: Phase, s: number): Command => ({
    id: `phase:${phase}`,
    title: () => words.now.timeline.phases.goTo(words.now.rows.phases[phase]),
    near: true,
    run: () => showInDiagram(view, s),
  });
  return { all: () => phaseSteps(view.state).flatMap(({ phase, s }) => (s === undefined ? [] : [goTo(phase, s)])) };
}

export function timelineCommands(diagram: () => Diagram, focusFilter: () => void): Command[] {
  const t = (): typeof words.now.app.shortcuts => words.now.app.shortcuts;
  const filter = (): typeof words.now.timeline.filter => words.now.timeline.filter;
  const select = (s: number): void => {
    if (s >= 0) diagram().view.select(s);
  };
  const step = (by: number) => (): void => select(rowStep(diagram().view, by, diagram().seen.from));
  const inOperation = (by: 1 | -1) => (): void => select(operationStep(diagram().view, by));
  const timed = (): boolean => diagram().timed;
  const zoom = (by: number) => (): void => diagram().zoom(by);
  const follow = (): void => {
    const { view } = diagram();
    view.follow = !view.follow;
  };
  const trouble = (by: 1 | -1) => (): void => select(troubleStep(diagram().view, by));
  return [
    { id: 'row.next', title: () => t().nextRow, keys: ['j'], run: step(1) },
    { id: 'row.previous', title: () => t().previousRow, keys: ['k'], run: step(-1) },
    { id: 'row.first', title: () => t().first, keys: ['g'], run: () => goToEnd(diagram(), false) },
    { id: 'row.last', title: () => t().last, keys: ['G'], run: () => goToEnd(diagram(), true) },
    { id: 'operation.next', title: () => t().nextInOperation, keys: ['.'], run: inOperation(1) },
    { id: 'operation.previous', title: () => t().previousInOperation, keys: [','], run: inOperation(-1) },
    { id: 'trouble.next', title: () => t().nextTrouble, keys: ['n'], run: trouble(1) },
    { id: 'trouble.previous', title: () => t().previousTrouble, keys: ['N'], run: trouble(-1) },
    { id: 'follow', title: () => t().follow, keys: ['f'], run: follow },
    {
      id: 'view.other',
      title: () => words.now.operationList.toggle,
      keys: ['o'],
      run: () => (diagram().calls = !diagram().view.calls),
    },
    {
      id: 'scale.time',
      title: () => (diagram().timed ? filter().orderScale : filter().timeScale),
      keys: ['s'],
      run: () => (diagram().timed = !diagram().timed),
    },
    { id: 'zoom.in', title: () => filter().zoomIn, keys: ['+', '='], when: timed, run: zoom(ZOOM) },
    { id: 'zoom.out', title: () => filter().zoomOut, keys: ['-'], when: timed, run: zoom(1 / ZOOM) },
    { id: 'filter', title: () => t().filter, keys: ['/'], run: focusFilter },
    {
      id: 'phases',
      title: () => words.now.timeline.phases[foldedPhases.wanted ? 'keepOpen' : 'fold'],
      run: () => diagram().foldPhases(!foldedPhases.wanted),
    },
  ];
}

function goToEnd(diagram: Diagram, last: boolean): void {
  const s = endRow(diagram.view, last);
  if (s >= 0) diagram.view.select(s);
  diagram.reveal(s);
  diagram.scrollTo(last ? Infinity : 0);
}

/** Keys of the list itself, beyond the commands. Gives true when the key was used. */
export function listKey(diagram: Diagram, key: string): boolean {
  const { pane, top, height } = diagram;
  const page = Math.max(1, indexAt(top + height, pane) - indexAt(top, pane) - 1);
  const steps: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
  const by = steps[key];
  if (by !== undefined) {
    const s = rowStep(diagram.view, by, diagram.seen.from);
    if (s >= 0) diagram.view.select(s);
  } else if (key === 'Home' || key === 'End') goToEnd(diagram, key === 'End');
  else if (key === 'Enter' && showsFindings(diagram.view)) openFindings(diagram.view, diagram.view.selected);
  else if (key === 'Enter' || key === 'ArrowRight') return diagram.fold(diagram.view.selected, false);
  else if (key === 'ArrowLeft') return diagram.fold(diagram.view.selected, true);
  else return false;
  return true;
}

/** The selected row is no folded run, and has a mark. */
function showsFindings(view: SessionView): boolean {
  const run = view.timeline.runOf(view.selected);
  const call = view.timeline.callOf(view.selected);
  return (
    (run === undefined || run.open) &&
    (call === undefined || call.open) &&
    findingsOf(view).at(view.selected).length > 0
  );
}
