export { describedAt } from './side-files.ts';
export { Library, type Hosted, type LibraryChange } from './library.ts';
