export { Library, type Hosted, type LibraryChange } from './library.ts';
