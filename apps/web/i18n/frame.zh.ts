import settings from '../shell/texts/settings.zh.json' with { type: 'json' };
import shell from '../shell/texts/shell.zh.json' with { type: 'json' };
import tabs from '../shell/texts/tabs.zh.json' with { type: 'json' };
import list from '../ui/texts/list.zh.json' with { type: 'json' };
import ui from '../ui/texts/ui.zh.json' with { type: 'json' };

/** The catalogues that every page of a signed-in account needs. */
export const frame = { list, settings, shell, tabs, ui };
