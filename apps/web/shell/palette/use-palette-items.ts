import {
  IconArrowsMaximize,
  IconBattery3,
  IconClockHour4,
  IconDeviceDesktop,
  IconFile,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { searchRows } from '@voltloop/contract/calls/search-rows.ts';
import { listThings } from '@voltloop/contract/calls/things.ts';
import { listUsers } from '@voltloop/contract/calls/users.ts';
import { registry } from '@voltloop/resources/registry.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { savePreferences } from '../../api/load-self.ts';
import { useSession } from '../../api/session.ts';
import { setColorScheme } from '../../context/color-scheme.ts';
import { setLanguage } from '../../context/i18n.ts';
import { languageOf } from '../../context/language-of.ts';
import { trailOf } from '../../context/match-path.ts';
import { mayOpen, pagesOf } from '../../context/menu.ts';
import { useWho } from '../../context/rights.ts';
import { roleKey } from '../../context/role-label.ts';
import { guardedPages } from '../../context/site-map.ts';
import { useRouteTitle } from '../../context/use-route-title.ts';
import { thingPath } from '../../modules/things/index.ts';
import { toggleFullScreen } from '../../ui/full-screen/full-screen-toggle.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { leave } from '../leave.ts';
import { openShortcuts } from './overlay-state.ts';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';
import { rank } from './rank.ts';
import { recentsOf } from './recents.ts';
import { rowGroups } from './row-items.ts';

/** Number of things and accounts in the results. */
const OFFERED = 6;
const THINGS_PATH = '/operationStatuss/index';
const BATTERIES_PATH = '/backoffice/battery';
/** Shorter texts would match almost every row. */
const LEAST_SEARCHED = 2;
/** A battery's code or the beginning of one: letters and digits, with at least one digit. */
const CODE_LIKE = /^(?=.*\d)[0-9a-z]{4,24}$/i;
const USERS_PATHS = ['/secondDistributorUserManager/index', '/userManager/index'];

/** Rows found for a text, kept while those for the next text load. */
function found<T>(
  kind: string,
  tenantId: string,
  search: string,
  enabled: boolean,
  fetch: (signal: AbortSignal) => Promise<T>,
) {
  return queryOptions({
    queryKey: ['palette', kind, tenantId, search],
    enabled,
    staleTime: 10_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetch(signal),
    meta: { silent: true },
  });
}

/** The pages that the account may open. */
function usePages(): PaletteItem[] {
  const titleOf = useRouteTitle();
  const who = useWho();
  return (
    pagesOf(guardedPages())
      .filter((meta) => titleOf(meta) && !meta.path.includes(':') && mayOpen(guardedPages(), meta.path, who))
      .filter((meta) => !meta.guardRoles?.includes(who.roleId ?? -1))
      // Aliases of a page open the same page (interpretation A17): it is listed once.
      .filter(
        ({ title }, index, all) =>
          title === undefined || all.findIndex((each) => each.title === title) === index,
      )
      .map((meta): PaletteItem => {
        const name = titleOf(meta) ?? '';
        return {
          id: meta.path,
          name,
          also: meta.words ? `${meta.words.en} ${meta.words.zh}` : (meta.title ?? ''),
          hint: '',
          Icon: meta.icon ?? IconFile,
          recent: { kind: 'page', path: meta.path, name: meta.title ?? meta.path, hint: '' },
        };
      })
  );
}

/** Language, colour scheme, full screen, shortcuts and signing out. */
function useActions(): PaletteItem[] {
  const { t, i18n } = useTranslation('palette');
  const other = i18n.language === 'zh' ? 'en' : 'zh';
  return [
    {
      id: 'language',
      name: t('action.language'),
      also: 'language 语言 中文 English',
      hint: '',
      Icon: IconLanguage,
      run: () => {
        void setLanguage(other);
        savePreferences({ language: other }).catch(notifyError);
      },
    },
    ...(
      [
        ['light', IconSun],
        ['dark', IconMoon],
        ['auto', IconDeviceDesktop],
      ] as const
    ).map(([scheme, Icon]) => ({
      id: `scheme-${scheme}`,
      name: t(`action.${scheme}`),
      also: `theme colours ${scheme}`,
      hint: '',
      Icon,
      run: () => setColorScheme(scheme),
    })),
    {
      id: 'full-screen',
      name: t('action.fullScreen'),
      also: 'fullscreen',
      hint: '',
      Icon: IconArrowsMaximize,
      run: toggleFullScreen,
    },
    {
      id: 'shortcuts',
      name: t('action.shortcuts'),
      also: 'keyboard help ?',
      hint: '?',
      Icon: IconKeyboard,
      run: openShortcuts,
    },
    {
      id: 'logout',
      name: t('action.logout'),
      also: 'sign out exit',
      hint: '',
      Icon: IconLogout,
      run: () => void leave(),
    },
  ];
}

/**
 * The entries that match the typed text. Pages and actions are matched locally and at once; things, accounts and rows
 * of the back office are fetched for `debounced`, the text after a pause in typing.
 */
export function usePaletteItems(
  text: string,
  debounced: string,
): { groups: PaletteGroup[]; searching: boolean } {
  const { t, i18n } = useTranslation(['palette', 'common']);
  const titleOf = useRouteTitle();
  const login = useSession((state) => state.login);
  const tenantId = login?.tenant_id ?? '';
  const who = useWho();
  const usersPath = USERS_PATHS.find((path) => mayOpen(guardedPages(), path, who));
  const search = debounced.trim();
  const seesThings = mayOpen(guardedPages(), THINGS_PATH, who);

  const seesRows = Object.keys(registry).some((name) => mayOpen(guardedPages(), `/backoffice/${name}`, who));
  const query = { search, skip: 0, limit: OFFERED };
  const things = useQuery(
    found('things', tenantId, search, seesThings && search !== '', (signal) =>
      call(listThings, { params: { tenantId }, query, signal }),
    ),
  );
  const accounts = useQuery(
    found('accounts', tenantId, search, usersPath !== undefined && search !== '', (signal) =>
      call(listUsers, { params: { tenantId }, query, signal }),
    ),
  );
  const rows = useQuery(
    found('rows', tenantId, search, seesRows && search.length >= LEAST_SEARCHED, (signal) =>
      call(searchRows, { query: { search }, signal }),
    ),
  );
  const pages = usePages();
  const actions = useActions();

  const typed = text.trim();
  if (typed === '') {
    const recents = recentsOf(login?.user_id ?? '').map((recent): PaletteItem => {
      const page = recent.kind === 'page';
      return {
        id: `recent-${recent.path}`,
        name: (page && titleOf(trailOf(guardedPages(), recent.path).at(-1))) || recent.name,
        hint: recent.hint,
        Icon: IconClockHour4,
        recent,
      };
    });
    return {
      groups: [
        { key: 'recent', label: t('group.recent'), items: recents },
        { key: 'pages', label: t('group.pages'), items: pages },
        { key: 'actions', label: t('group.actions'), items: actions },
      ].filter((group) => group.items.length > 0),
      searching: false,
    };
  }

  const foundThings = search === '' ? [] : (things.data?.list ?? []);
  const foundAccounts = search === '' ? [] : (accounts.data?.list ?? []);
  const codes: PaletteItem[] =
    CODE_LIKE.test(typed) && mayOpen(guardedPages(), BATTERIES_PATH, who)
      ? [batteriesWith(typed.toUpperCase(), t('action.batteries', { code: typed.toUpperCase() }))]
      : [];
  // Results of the previous text stay while the next load, but Enter does not open them.
  const current = search === typed && !rows.isPlaceholderData;
  const foundRows = rowGroups(
    // The back office's page of a device shows the same thing: accounts that may see the portal's page get that one.
    (search.length < LEAST_SEARCHED ? [] : (rows.data ?? [])).filter(
      ({ resource }) => resource !== 'device' || !seesThings,
    ),
    languageOf(i18n.language),
    (path) => trailOf(guardedPages(), path).findLast((meta) => meta.icon)?.icon,
  );
  const first = current ? foundRows.exact : [];
  const groups: PaletteGroup[] = [
    ...first,
    { key: 'pages', label: t('group.pages'), items: rank(pages, typed) },
    ...(current ? [] : foundRows.exact),
    ...foundRows.others,
    {
      key: 'things',
      label: t('group.things'),
      items: foundThings.map((thing) => {
        const path = thingPath(thing.devid);
        const name = thing.devname || thing.devid;
        const hint = name === thing.devid ? '' : thing.devid;
        return { id: path, name, hint, Icon: IconBattery3, recent: { kind: 'thing', path, name, hint } };
      }),
    },
    {
      key: 'accounts',
      label: t('group.accounts'),
      items: foundAccounts.map((user) => {
        const path = `${usersPath}?search=${encodeURIComponent(user.user_name)}`;
        const name = user.name || user.user_name;
        const hint = `${user.user_name} · ${t(roleKey(user.role_id, undefined), { ns: 'common' })}`;
        return { id: user.id, name, hint, Icon: IconUser, recent: { kind: 'account', path, name, hint } };
      }),
    },
    { key: 'actions', label: t('group.actions'), items: [...codes, ...rank(actions, typed)] },
  ];
  return {
    groups: groups.filter((group) => group.items.length > 0),
    searching: search !== typed || things.isFetching || accounts.isFetching || rows.isFetching,
  };
}

/** Opens the list of batteries, filtered by these characters of the code. */
function batteriesWith(code: string, name: string): PaletteItem {
  const path = `${BATTERIES_PATH}?search=${code}`;
  return {
    id: path,
    name,
    hint: '',
    Icon: IconBattery3,
    recent: { kind: 'page', path, name: code, hint: '' },
  };
}
