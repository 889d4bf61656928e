import list from './list.json' with { type: 'json' };
import settings from './settings.json' with { type: 'json' };
import shell from './shell.json' with { type: 'json' };
import tabs from './tabs.json' with { type: 'json' };
import ui from './ui.json' with { type: 'json' };

/** The catalogues that every page of a signed-in account needs. */
export const frame = { list, settings, shell, tabs, ui };
