import { Button, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '@voltloop/contract';
import { autoBind, bindThings, unbindThingsPost } from '@voltloop/contract/calls/things.ts';
import { lazy, Suspense, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { useAccount } from '../../context/use-account.ts';
import styles from '../../ui/dialog/dialogs.module.css';
import {
  Dialog,
  EmptyState,
  ErrorState,
  ErrorWords,
  Failure,
  SkeletonRows,
  useFormat,
} from '../../ui/index.ts';
import { SearchField } from '../../ui/list/search-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { loadScanInto } from '../codes/index.ts';
import { thingsOfUser, usersChanged } from './queries.ts';
import { type PickedThing, ThingPicker } from './thing-picker.tsx';

const ScanInto = lazy(loadScanInto);

/** The information model of home batteries. */
const INFO_MODEL = 'HE_BAT';
/** Name of the running task that binds by serial number. */
const AUTO = 'auto';

interface ThingsDialogProps {
  opened: boolean;
  onClose: () => void;
  user: User;
}

/** The devices of an account and its subtree; its own can be unbound, others bound to it. */
export default function ThingsDialog({ opened, onClose, user }: ThingsDialogProps) {
  const { t } = useTranslation('users');
  return (
    <Dialog opened={opened} onClose={onClose} size="lg" title={t('things.title', { name: user.name })}>
      <ThingsOf user={user} />
    </Dialog>
  );
}

function ThingsOf({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const words = useContext(ErrorWords);
  const [search, setSearch] = useState('');
  const [picked, setPicked] = useState<readonly PickedThing[]>([]);
  const [busy, setBusy] = useState('');
  const [error, setError] = useState({ of: '', text: '' });
  const found = useQuery(thingsOfUser(tenantId, user.id, search));
  const list = found.data?.list ?? [];
  const left = (found.data?.total ?? 0) - list.length;

  const run = async (what: string, work: () => Promise<void>): Promise<boolean> => {
    if (busy) return false;
    setBusy(what);
    setError({ of: '', text: '' });
    try {
      await work();
      await Promise.all([usersChanged(client), client.invalidateQueries({ queryKey: ['things'] })]);
      return true;
    } catch (thrown) {
      const unknown = what === AUTO && thrown instanceof ApiError && thrown.status === 404;
      setError({ of: what, text: unknown ? t('things.autoUnknown') : words(thrown) });
      return false;
    } finally {
      setBusy('');
    }
  };
  const query = { userIds: user.id };
  const bind = () =>
    run('bind', async () => {
      await call(bindThings, { params: { tenantId }, query, body: picked.map(({ devid }) => devid) });
      setPicked([]);
    });
  const unbind = (devid: string) =>
    run(devid, async () => {
      await call(unbindThingsPost, { params: { tenantId }, query, body: [devid] });
      toast.undoable(
        { ns: 'users', key: 'things.unbound', values: { devid } },
        {
          run: () =>
            void run(
              'bind',
              async () => void (await call(bindThings, { params: { tenantId }, query, body: [devid] })),
            ),
          otherwise: () => {},
        },
      );
    });

  return (
    <>
      <div className={styles.row}>
        <ThingPicker label={t('things.add')} value={picked} onChange={setPicked} />
        <Button disabled={picked.length === 0} loading={busy === 'bind'} onClick={() => void bind()}>
          {picked.length > 1 ? t('things.bindMany', { total: picked.length }) : t('things.bind')}
        </Button>
      </div>
      <AutoBind
        busy={busy === AUTO}
        error={error.of === AUTO ? error.text : ''}
        onBind={(serial) =>
          run(AUTO, async () => {
            const bound = await call(autoBind, {
              params: { tenantId, userId: user.id },
              query: { infoModelId: INFO_MODEL, thirdThingsId: serial },
            });
            toast.success({ ns: 'users', key: 'things.autoDone', values: { devid: bound.devid } });
          })
        }
      />
      <Failure text={error.of === AUTO ? '' : error.text} mt="xs" />
      {((found.data?.total ?? 0) > 8 || search !== '') && (
        <div style={{ marginBlockStart: 16 }}>
          <SearchField label={t('things.search')} value={search} onChange={setSearch} />
        </div>
      )}
      <div className={styles.things}>
        {found.isPending ? (
          <SkeletonRows rows={4} />
        ) : found.isError ? (
          <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />
        ) : list.length === 0 ? (
          <EmptyState
            compact
            title={t(search ? 'things.noMatch' : 'things.none')}
            text={search ? undefined : t('things.noneText')}
          />
        ) : (
          list.map((thing) => {
            const own = thing.subusers.includes(user.user_name);
            return (
              <div key={thing.id} className={styles.thing}>
                <span className={styles.thingName}>
                  <span>{thing.devname || thing.devid}</span>
                  <span className={styles.sub}>
                    {thing.devid}
                    {!own && ` · ${t('things.below', { name: thing.subusers.join(', ') })}`}
                  </span>
                </span>
                {own && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    loading={busy === thing.devid}
                    aria-label={t('things.unbindOne', { devid: thing.devid })}
                    onClick={() => void unbind(thing.devid)}
                  >
                    {t('things.unbind')}
                  </Button>
                )}
              </div>
            );
          })
        )}
      </div>
      {left > 0 && (
        <Text size="sm" c="var(--vl-ink-3)">
          {t('things.more', { count: left, total: format.number(left) })}
        </Text>
      )}
    </>
  );
}

interface AutoBindProps {
  busy: boolean;
  /** Why the last serial number was refused. */
  error: string;
  /** Called with whether binding succeeded. */
  onBind: (serial: string) => Promise<boolean>;
}

/** Binds a device by its serial number, typed or scanned from the label. */
function AutoBind({ busy, error, onBind }: AutoBindProps) {
  const { t } = useTranslation('users');
  const [serial, setSerial] = useState('');
  const wanted = serial.trim();
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted) void onBind(wanted).then((bound) => bound && setSerial(''));
      }}
    >
      <TextInput
        label={t('things.auto')}
        description={t('things.autoHint')}
        value={serial}
        error={error}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        rightSection={
          <Suspense>
            <ScanInto onRead={setSerial} />
          </Suspense>
        }
        onChange={(event) => setSerial(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!wanted} loading={busy}>
        {t('things.autoBind')}
      </Button>
    </form>
  );
}
