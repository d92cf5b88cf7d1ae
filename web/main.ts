// Before anything that makes markup or starts a worker.
import './base/trusted-types.ts';
import { mount } from 'svelte';
import App from './app/App.svelte';
import { fetchAhead } from './app/fetch-ahead.ts';
import { words } from './base/i18n/index.svelte.ts';
import { settings } from './base/settings.svelte.ts';
import { showHidden } from './base/show-hidden.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/patterns.css';
import './ui/layout.css';
import './ui/space.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
showHidden(document.documentElement);
// The first thing to be seen is in the language that was chosen.
void words.load(settings.language).then(() => mount(App, { target }));
if (import.meta.env.PROD) fetchAhead();
