import { Button, Menu } from '@mantine/core';
import {
  IconBookmark,
  IconCheck,
  IconDeviceFloppy,
  IconLink,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconStar,
  IconStarOff,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  defaultView,
  deleteView,
  getView,
  renameView,
  type SavedView,
  saveView,
  tableView,
  type ViewState,
} from '@voltloop/contract/calls/preferences.ts';
import { ConfirmDialog, Dialog } from '@voltloop/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { useSession } from '../../api/session.ts';
import { copyText } from '../copy-text.ts';
import { notifyError } from '../notify-error.ts';
import { toast } from '../toast.ts';
import { NameForm } from './name-form.tsx';
import styles from './saved-views.module.css';
import { savedViews } from './view-store.ts';
import { isBareLink, paramsOfView, queryOfView } from './view-url.ts';

interface SavedViewsProps {
  /** Name of the list, as for `useTableView`. */
  screen: string;
  /** How the list looks now; its filters and order are read from the address. */
  table: ViewState['table'];
  /** A view was opened, or left (null): show its columns. The address is changed here. */
  onOpen: (state: ViewState | null) => void;
}

type Asking = { what: 'save' } | { what: 'rename' | 'delete'; view: SavedView } | null;

/** The button with the views an account has saved of a list: open, save, rename, share by link, open first, delete. */
export function SavedViews({ screen, table, onOpen }: SavedViewsProps) {
  const { t } = useTranslation('list');
  const account = useSession((session) => session.login?.user_id ?? '');
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const views = useQuery(savedViews(account, screen));
  const [opened, setOpened] = useState<SavedView | null>(null);
  const [asking, setAsking] = useState<Asking>(null);
  const [link, setLink] = useState<string | null>(null);

  const open = (view: SavedView, { keepFilters = false } = {}) => {
    setOpened(view);
    if (!keepFilters) setParams(paramsOfView(view.id, view.state.query), { replace: true });
    onOpen(view.state);
  };
  const leave = () => {
    setOpened(null);
    setParams(new URLSearchParams(), { replace: true });
    onOpen(null);
  };

  const wanted = params.get('view');
  const latest = useRef({ open, leave, params });
  useEffect(() => {
    latest.current = { open, leave, params };
  });
  // A link, Back, or a reload asks for a view that is not open yet.
  useEffect(() => {
    if (!wanted || opened?.id === wanted) return;
    let current = true;
    call(getView, { params: { id: wanted } }).then(
      (view) => {
        if (current && view.screen === screen)
          latest.current.open(view, { keepFilters: !isBareLink(latest.current.params) });
      },
      (error: unknown) => {
        if (!current) return;
        if (error instanceof ApiError && error.status === 404)
          toast.warning({ ns: 'list', key: 'views.gone' });
        else notifyError(error);
      },
    );
    return () => {
      current = false;
    };
  }, [wanted, opened?.id, screen]);
  // Who comes without asking for anything gets the view that opens first, once.
  const came = useRef(false);
  const first = views.data?.find((view) => view.is_default);
  useEffect(() => {
    if (came.current || !views.data) return;
    came.current = true;
    if (first && latest.current.params.size === 0) latest.current.open(first);
  }, [views.data, first]);

  const here = wanted && opened?.id === wanted ? opened : null;
  const state: ViewState = { query: queryOfView(params), ...(table ? { table } : {}) };
  const changed = here !== null && !sameState(here.state, state);

  const again = () => client.invalidateQueries({ queryKey: savedViews(account, screen).queryKey });
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work();
      await again();
    } catch (error) {
      notifyError(error);
    }
  };
  const save = async (name: string) => {
    const view = await call(saveView, { body: { screen, name, state } });
    await again();
    open(view);
    toast.success({ ns: 'list', key: 'views.saved', values: { name } });
  };
  const share = async (view: SavedView) => {
    const address = `${window.location.origin}${window.location.pathname}?view=${view.id}`;
    if (await copyText(address)) toast.success({ ns: 'list', key: 'views.linkCopied' });
    else setLink(address);
  };

  return (
    <>
      <Menu position="bottom-end" width={280} shadow="md">
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconBookmark size={15} stroke={1.8} />}
            className={styles.button}
          >
            <span className={styles.current}>{here?.name ?? t('views.button')}</span>
            {changed && <span className={styles.changed}>{t('views.changed')}</span>}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={here ? <span className={styles.blank} /> : <IconCheck size={15} />}
            onClick={leave}
          >
            {t('views.none')}
          </Menu.Item>
          <Menu.Label>{t('views.mine')}</Menu.Label>
          {views.isError && !views.data && (
            <Menu.Item
              leftSection={<IconRefresh size={15} />}
              closeMenuOnClick={false}
              onClick={() => void views.refetch()}
            >
              {t('views.failed')}
            </Menu.Item>
          )}
          {views.data?.length === 0 && <p className={styles.empty}>{t('views.empty')}</p>}
          <div className={styles.list}>
            {views.data?.map((view) => (
              <Menu.Item
                key={view.id}
                leftSection={
                  here?.id === view.id ? <IconCheck size={15} /> : <span className={styles.blank} />
                }
                rightSection={
                  view.is_default && (
                    <span title={t('views.isDefault')}>
                      <IconStar size={14} aria-label={t('views.isDefault')} />
                    </span>
                  )
                }
                onClick={() => open(view)}
              >
                {view.name}
              </Menu.Item>
            ))}
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={15} />} onClick={() => setAsking({ what: 'save' })}>
            {t('views.saveNew')}
          </Menu.Item>
          {here && (
            <>
              {here.own && changed && (
                <Menu.Item
                  leftSection={<IconDeviceFloppy size={15} />}
                  onClick={() => void run(() => save(here.name))}
                >
                  {t('views.update', { name: here.name })}
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconLink size={15} />} onClick={() => void share(here)}>
                {t('views.copyLink')}
              </Menu.Item>
              {here.own && (
                <>
                  <Menu.Item
                    leftSection={<IconPencil size={15} />}
                    onClick={() => setAsking({ what: 'rename', view: here })}
                  >
                    {t('views.rename')}
                  </Menu.Item>
                  <Menu.Item
                    leftSection={first?.id === here.id ? <IconStarOff size={15} /> : <IconStar size={15} />}
                    onClick={() =>
                      void run(() =>
                        call(defaultView, {
                          body: first?.id === here.id ? { screen } : { screen, id: here.id },
                        }),
                      )
                    }
                  >
                    {t(first?.id === here.id ? 'views.noDefault' : 'views.makeDefault')}
                  </Menu.Item>
                  <Menu.Item
                    color="red"
                    leftSection={<IconTrash size={15} />}
                    onClick={() => setAsking({ what: 'delete', view: here })}
                  >
                    {t('views.delete')}
                  </Menu.Item>
                </>
              )}
            </>
          )}
        </Menu.Dropdown>
      </Menu>

      <Dialog opened={asking?.what === 'save'} onClose={() => setAsking(null)} title={t('views.saveTitle')}>
        <p className={styles.text}>{t('views.saveText')}</p>
        <NameForm
          initial={here && !here.own ? here.name : ''}
          label={t('views.name')}
          submitLabel={t('views.save')}
          onCancel={() => setAsking(null)}
          onSubmit={async (name) => {
            await save(name);
            setAsking(null);
          }}
        />
      </Dialog>
      <Dialog
        opened={asking?.what === 'rename'}
        onClose={() => setAsking(null)}
        title={t('views.renameTitle')}
      >
        <NameForm
          initial={asking?.what === 'rename' ? asking.view.name : ''}
          label={t('views.name')}
          submitLabel={t('views.renameSubmit')}
          onCancel={() => setAsking(null)}
          onSubmit={async (name) => {
            if (asking?.what !== 'rename') return;
            setOpened(await call(renameView, { params: { id: asking.view.id }, body: { name } }));
            await again();
            setAsking(null);
          }}
        />
      </Dialog>
      <ConfirmDialog
        opened={asking?.what === 'delete'}
        onClose={() => setAsking(null)}
        title={t('views.deleteTitle')}
        confirmLabel={t('views.deleteConfirm')}
        danger
        onConfirm={async () => {
          if (asking?.what !== 'delete') return;
          await call(deleteView, { params: { id: asking.view.id } });
          leave();
          await again();
        }}
      >
        {t('views.deleteText', { name: asking?.what === 'delete' ? asking.view.name : '' })}
      </ConfirmDialog>
      <Dialog opened={link !== null} onClose={() => setLink(null)} title={t('views.linkTitle')}>
        <input
          className={styles.link}
          readOnly
          value={link ?? ''}
          aria-label={t('views.linkTitle')}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Dialog>
    </>
  );
}

/** The same filters, order and columns, however the texts were written on their way. */
function sameState(a: ViewState, b: ViewState): boolean {
  const plain = ({ query, table }: ViewState) =>
    JSON.stringify([queryOfView(new URLSearchParams(query)), tableView.parse(table ?? {})]);
  return plain(a) === plain(b);
}
