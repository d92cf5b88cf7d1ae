// Before anything that makes markup or starts a worker.
import './base/trusted-types.ts';
import { mount } from 'svelte';
import App from './app/App.svelte';
import { fetchAhead } from './app/fetch-ahead.ts';
import { loadWords } from './base/i18n/index.svelte.ts';
import { showHidden } from './base/show-hidden.ts';
import { values } from './base/values.svelte.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/patterns.css';
import './ui/layout.css';
import './ui/space.scss';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
showHidden(document.documentElement);
/** Milliseconds that the page waits for what is kept: it is to be drawn once, as the person chose it. */
const PATIENCE = 500;
const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
// The first thing to be seen is in the language that was chosen.
void Promise.race([values.first, late])
  .then(loadWords)
  .then(() => mount(App, { target }));
if (import.meta.env.PROD) fetchAhead();
