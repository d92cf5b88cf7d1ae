/** The page of an exported recording: one file that opens from disk, without network and without a relay. */
import { mount } from 'svelte';
import { loadWords } from '../base/i18n/index.svelte.ts';
import { showHidden } from '../base/show-hidden.ts';
import { tabKeeper } from '../base/tab-keeper.ts';
import { values } from '../base/values.svelte.ts';
import Page from './Page.svelte';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/patterns.css';
import '../ui/layout.css';
import '../ui/space.scss';

const target = document.getElementById('app');
if (!target) throw new Error('viewer.html has no #app');
showHidden(document.documentElement);
// What was chosen before decides how the page begins.
void Promise.all([values.keepWith(tabKeeper), loadWords()]).then(() => {
  target.textContent = '';
  mount(Page, { target });
});
