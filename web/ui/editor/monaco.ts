/**
 * Everything of Monaco that the page uses. This module is its own chunk: reach it through `loadMonaco` only.
 * Two languages: `json` (composer: squiggles, completion, in a worker) and `json-view` (read-only: colours and folding by
 * indentation, no worker), because Monaco can switch JSON's costly features only for a whole language.
 */
import { editor, languages, MarkerSeverity, Range, Uri } from 'monaco-editor/editor';
import 'monaco-editor/features/register.all';
import { getWorker, jsonDefaults } from 'monaco-editor/languages/features/json/register';
import editorWorkerUrl from 'monaco-editor/editor/editor.worker?worker&url';
import jsonWorkerUrl from 'monaco-editor/language/json/json.worker?worker&url';
import { placeOf } from '#shared/jsonrpc';
import { applyChanges, toView, type ViewChange } from './exact-text.ts';
import { followTheme } from './monaco-theme.ts';

export type EditorLanguage = 'json' | 'plaintext';

export interface CodeEditorOptions {
  readonly text: string;
  readonly label: string;
  readonly language: EditorLanguage;
  readonly readonly: boolean;
  /** Name of the model, by which a schema is chosen; any string that no other editor uses. */
  readonly schemaUri?: string | undefined;
  /** Selection to begin with, as offsets into the text's view. */
  readonly selection?: readonly [start: number, end: number] | undefined;
  readonly onchange: (text: string) => void;
}

/** A value of the text, a JSON Pointer, with what is wrong with it. */
export interface EditorMark {
  readonly pointer: string;
  readonly message: string;
  readonly severity: 'error' | 'warning' | 'info';
}

/** Monaco starts workers at any time, one per schema, also with the relay gone. Once read, the browser caches them. */
const workersAtHand = Promise.allSettled(
  [editorWorkerUrl, jsonWorkerUrl].map(async (url) => (await fetch(url)).arrayBuffer()),
);
self.MonacoEnvironment = {
  getWorker: async (_id: string, label: string) => {
    await workersAtHand;
    return new Worker(label === 'json' ? jsonWorkerUrl : editorWorkerUrl, { type: 'module' });
  },
};

languages.register({ id: 'json-view' });
languages.setMonarchTokensProvider('json-view', {
  tokenPostfix: '.json',
  tokenizer: {
    root: [
      [/"(?:[^"\\]|\\.)*"(?=\s*:)/, 'string.key'],
      [/"(?:[^"\\]|\\.)*"/, 'string.value'],
      [/"(?:[^"\\]|\\.)*$/, 'invalid'],
      [/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, 'number'],
      [/\b(?:true|false|null)\b/, 'keyword'],
      [/[{}[\],:]/, 'delimiter'],
    ],
  },
});
jsonDefaults.setDiagnosticsOptions({
  validate: true,
  allowComments: false,
  enableSchemaRequest: false,
  schemaValidation: 'warning',
});
jsonDefaults.setModeConfiguration({
  ...jsonDefaults.modeConfiguration,
  documentFormattingEdits: false,
  documentRangeFormattingEdits: false,
  colors: false,
  // Its markup is no text; the page's policy refuses it, and what is left says nothing.
  hovers: false,
});
followTheme();

/** Removes the brackets that JSON's mode sets: Monaco would move a closing one and delete typed white space. */
async function forgetBrackets(): Promise<void> {
  editor.createModel('', 'json').dispose();
  for (let tries = 0; tries < 3000; tries++) {
    // The mode has no event for being set up; its worker cannot be had before.
    const set = await getWorker().then(
      () => true,
      () => false,
    );
    if (set) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  languages.setLanguageConfiguration('json', { brackets: [] });
}
// No editor may be made before, so this module counts as loaded only then.
await Promise.all([forgetBrackets(), workersAtHand]);

/** How a JSON schema is given for the models of one `schemaUri`. Schemas given before for other models are kept. */
export function setSchema(schemaUri: string, schema: object): void {
  const { diagnosticsOptions } = jsonDefaults;
  const uri = `inmemory://schema/${schemaUri}`;
  const others = (diagnosticsOptions.schemas ?? []).filter((each) => each.uri !== uri);
  jsonDefaults.setDiagnosticsOptions({
    ...diagnosticsOptions,
    schemas: [...others, { uri, fileMatch: [modelUri(schemaUri).toString()], schema }],
  });
}

const modelUri = (name: string): Uri => Uri.parse(`inmemory://model/${name}.json`);

const OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  // Exactly what is typed: nothing is closed, surrounded, indented or formatted by itself.
  autoClosingBrackets: 'never',
  autoClosingQuotes: 'never',
  autoClosingDelete: 'never',
  autoClosingOvertype: 'never',
  autoSurround: 'never',
  autoIndent: 'none',
  formatOnPaste: false,
  formatOnType: false,
  unusualLineTerminators: 'off',
  detectIndentation: false,
  trimAutoWhitespace: false,
  tabSize: 2,
  insertSpaces: true,
  bracketPairColorization: { enabled: false },
  acceptSuggestionOnEnter: 'off',
  acceptSuggestionOnCommitCharacter: false,
  wordBasedSuggestions: 'off',
  // With the EditContext API a key was now and then taken twice beside surrogate pairs; its textarea takes each once.
  editContext: false,
  dropIntoEditor: { enabled: false },
  pasteAs: { enabled: false },
  // What is there must be seen.
  renderControlCharacters: true,
  renderWhitespace: 'trailing',
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true, nonBasicASCII: false },
  // A quiet surface.
  automaticLayout: true,
  colorDecorators: false,
  contextmenu: false,
  fixedOverflowWidgets: true,
  fontSize: 12,
  glyphMargin: false,
  guides: { indentation: false, bracketPairs: false },
  lightbulb: { enabled: editor.ShowLightbulbIconMode.Off },
  lineHeight: 19,
  lineNumbersMinChars: 3,
  links: false,
  minimap: { enabled: false },
  occurrencesHighlight: 'off',
  overviewRulerLanes: 0,
  padding: { top: 8, bottom: 8 },
  renderLineHighlight: 'none',
  scrollBeyondLastLine: false,
  scrollbar: { alwaysConsumeMouseWheel: false, verticalScrollbarSize: 10, horizontalScrollbarSize: 10 },
  // Marks are drawn also in what is only read.
  renderValidationDecorations: 'on',
  selectionHighlight: false,
  stickyScroll: { enabled: false },
  wordWrap: 'on',
};

/** States of the exact text that undo can return to; only kept while line ends other than LF are in play. */
const UNDO_KEPT = 200;

const SEVERITIES = { error: MarkerSeverity.Error, warning: MarkerSeverity.Warning, info: MarkerSeverity.Info };

let models = 0;

/** Make an editor inside `host`, which must have a size. The caller disposes of it. */
export function createCodeEditor(host: HTMLElement, options: CodeEditorOptions) {
  let exact = options.text;
  let ours = false;
  let pasted: string | undefined;
  const past = new Map<number, string>();
  const language = options.language === 'json' && options.readonly ? 'json-view' : options.language;
  const model = editor.createModel('', language, modelUri(options.schemaUri ?? `text-${++models}`));
  model.setEOL(editor.EndOfLineSequence.LF);
  // An edit keeps a leading byte-order mark in the text; setValue would take it out.
  model.applyEdits([{ range: new Range(1, 1, 1, 1), text: toView(exact) }]);
  const suggests = options.schemaUri !== undefined;
  const code = editor.create(host, {
    ...OPTIONS,
    model,
    ariaLabel: options.label,
    readOnly: options.readonly,
    domReadOnly: options.readonly,
    tabFocusMode: options.readonly,
    fontFamily: getComputedStyle(host).getPropertyValue('--mono'),
    quickSuggestions: suggests ? { strings: true, other: true, comments: false } : false,
    suggestOnTriggerCharacters: suggests,
  });

  const remember = (): void => {
    if (!exact.includes('\r') && past.size === 0) return;
    past.set(model.getAlternativeVersionId(), exact);
    if (past.size > UNDO_KEPT) past.delete(past.keys().next().value ?? 0);
  };
  const show = (): void => {
    ours = true;
    code.pushUndoStop();
    code.executeEdits('lifeline', [{ range: model.getFullModelRange(), text: toView(exact) }]);
    code.pushUndoStop();
    // A read-only editor refuses executeEdits.
    if (options.readonly) model.applyEdits([{ range: model.getFullModelRange(), text: toView(exact) }]);
    ours = false;
    remember();
  };
  remember();

  const paste = (event: ClipboardEvent): void => void (pasted = event.clipboardData?.getData('text/plain'));
  host.addEventListener('paste', paste, { capture: true });
  model.onDidChangeContent((event) => {
    if (ours) return;
    const changes = event.changes.map(({ rangeOffset, rangeLength, text }): ViewChange => ({
      offset: rangeOffset,
      length: rangeLength,
      text,
    }));
    const before = event.isUndoing || event.isRedoing ? past.get(model.getAlternativeVersionId()) : undefined;
    exact = before ?? applyChanges(exact, changes, pasted);
    pasted = undefined;
    remember();
    if (toView(exact) !== model.getValue()) show();
    options.onchange(exact);
  });
  if (options.selection) {
    const [start, end] = options.selection.map((offset) => model.getPositionAt(offset));
    if (start && end) {
      code.setSelection(Range.fromPositions(start, end));
      code.revealPosition(end);
    }
  }

  return {
    /** Show another text; what was there can be had back by undoing. */
    setText(text: string): void {
      if (text === exact) return;
      exact = text;
      show();
      // The edit went to its end; a message begins with its method.
      code.setScrollTop(0);
    },
    setMarks(marks: readonly EditorMark[]): void {
      const text = model.getValue();
      editor.setModelMarkers(
        model,
        'findings',
        marks.map(({ pointer, message, severity }) => {
          const { start, end } = placeOf(text, pointer);
          const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)];
          return {
            startLineNumber: from.lineNumber,
            startColumn: from.column,
            endLineNumber: pointer === '' ? from.lineNumber : to.lineNumber,
            endColumn: pointer === '' ? from.column + 1 : to.column,
            message,
            severity: SEVERITIES[severity],
          };
        }),
      );
    },
    setLabel: (label: string): void => code.updateOptions({ ariaLabel: label }),
    /** While true, Tab leaves the editor instead of indenting. */
    setTabLeaves: (leaves: boolean): void => code.updateOptions({ tabFocusMode: leaves || options.readonly }),
    focus: (): void => code.focus(),
    dispose(): void {
      host.removeEventListener('paste', paste, { capture: true });
      code.dispose();
      model.dispose();
    },
  };
}

export type CodeEditor = ReturnType<typeof createCodeEditor>;
