/** The page to which an authorization server sends the browser back. */
import { mount } from 'svelte';
import Authorized from './Authorized.svelte';
import { loadWords } from '../base/i18n/index.svelte.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/patterns.css';
import '../ui/layout.css';
import '../ui/space.scss';

const target = document.getElementById('authorized');
if (!target) throw new Error('authorized.html has no #authorized');
const callback = location.href;
// The code stays neither in the history nor on the screen of whoever looks over a shoulder.
history.replaceState(null, '', location.pathname);
void loadWords().then(() => mount(Authorized, { target, props: { callback } }));
