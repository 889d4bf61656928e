import settings from '../shell/texts/settings.en.json' with { type: 'json' };
import shell from '../shell/texts/shell.en.json' with { type: 'json' };
import tabs from '../shell/texts/tabs.en.json' with { type: 'json' };
import list from '../ui/texts/list.en.json' with { type: 'json' };
import ui from '../ui/texts/ui.en.json' with { type: 'json' };

/** The catalogues that every page of a signed-in account needs. */
export const frame = { list, settings, shell, tabs, ui };
