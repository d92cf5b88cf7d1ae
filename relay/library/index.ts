export { describedAt } from './side-files.ts';
export { Library, type Hosted, type LibraryChange, type LibraryOptions } from './library.ts';
