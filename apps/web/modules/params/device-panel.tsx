import { Alert, Button, Loader, Menu, Tabs } from '@mantine/core';
import { IconCloudOff, IconRefresh, IconTemplate } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ParamThing, readParams } from '@voltloop/contract/calls/params.ts';
import { lazy, Suspense, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { Card, RelativeTime, SkeletonRows, useUnsaved } from '../../ui/index.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { toast } from '../../ui/toast/toast.ts';
import {
  foldPacks,
  presentOf,
  readTyped,
  SettingsFoot,
  same,
  typedOf,
  type Values,
  ValuesEditor,
} from '../settings/index.ts';
import { useDictionary } from '../telemetry/index.ts';
import { ThingState } from '../things/index.ts';
import { ChangeResult } from './change-result.tsx';
import styles from './params.module.css';
import type { DeviceView, ParamsView } from './params-url.ts';
import { paramsKey, templates } from './queries.ts';
import { SendDialog } from './send-dialog.tsx';

const HistoryView = lazy(() => import('./history-view.tsx'));
const TemplateDialog = lazy(() => import('./template-dialog.tsx'));

interface DevicePanelProps {
  thing: ParamThing;
  view: ParamsView;
  onShow: (next: Partial<ParamsView>) => void;
  /** Called with the number of unsent changes. */
  onChanges: (n: number) => void;
}

/** The values to send to the device; `undoSet` if they restore a stored set. */
interface Sending {
  values: Values;
  undoSet?: string;
}

/** A device's parameters: read, change, review, send, verify. */
export function DevicePanel({ thing, view, onShow, onChanges }: DevicePanelProps) {
  const { t } = useTranslation('params');
  const id = useId();
  const client = useQueryClient();
  const { tenantId } = useAccount();
  const dictionary = useDictionary(thing.info_model_id);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [sending, setSending] = useState<Sending | null>(null);
  const [sent, setSent] = useState<{ batch: string; ofForm: boolean } | null>(null);
  const [keeping, setKeeping] = useState(false);
  const known = useMemo(
    () => Object.fromEntries(Object.entries(thing.known).map(([key, { value }]) => [key, value])),
    [thing.known],
  );
  const { values, problems } = readTyped(dictionary.settings, typed, known, thing.packs);
  const count = Object.keys(values).length;
  const dirty = Object.keys(typed).length;
  useEffect(() => onChanges(dirty), [dirty, onChanges]);

  const read = useMutation({
    mutationFn: () => call(readParams, { params: { tenantId, thingsId: thing.devid } }),
    onSuccess: ({ unread_packs }) =>
      unread_packs.length > 0
        ? toast.warning({ ns: 'params', key: 'read.packsSilent', values: { packs: unread_packs.join(', ') } })
        : toast.success({ ns: 'params', key: 'read.done' }),
    onSettled: () => client.invalidateQueries({ queryKey: paramsKey(tenantId) }),
  });

  const reviewChanges = () => {
    const [wrong] = Object.keys(problems);
    if (wrong) {
      const setting = dictionary.settings.find(({ key }) => key === wrong.split('@')[0]);
      onShow({ view: 'settings', group: setting?.group ?? '' });
      requestAnimationFrame(() => document.getElementById(`${id}-${wrong}`)?.focus());
    } else if (count > 0) setSending({ values });
  };
  // Typed values are not saved automatically: leaving the page shows the unsent changes.
  useUnsaved(dirty > 0, async () => {
    reviewChanges();
    return false;
  });

  const times = Object.values(thing.known).map(({ at }) => at);
  const fill = (from: Values) => {
    const fresh = Object.entries(from).filter(
      ([key, value]) => !same(presentOf(known, key, thing.packs), value),
    );
    setTyped((now) => ({ ...now, ...typedOf(Object.fromEntries(fresh)) }));
    if (fresh.length === 0) toast.info({ ns: 'params', key: 'template.same' });
  };

  return (
    <>
      <Card
        title={thing.devname || thing.devid}
        description={
          <span className={styles.status}>
            <ThingState status={thing.status} variant="plain" />
            <span>
              {times.length === 0 ? (
                t('read.never')
              ) : (
                <>
                  {t('read.last')} <RelativeTime time={Math.max(...times)} zone={thing.time_zone} />
                </>
              )}
            </span>
            {thing.packs !== null && <span>{t('device.packs', { count: thing.packs })}</span>}
          </span>
        }
        tools={
          <span className={styles.tools}>
            <TemplateMenu
              disabled={!dictionary.ready}
              onUse={fill}
              onKeep={() => setKeeping(true)}
              mayKeep={times.length > 0}
            />
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} stroke={1.8} aria-hidden="true" />}
              loading={read.isPending}
              onClick={() => read.mutate()}
            >
              {t('read.button')}
            </Button>
          </span>
        }
      >
        <div role="status" className={styles.notices}>
          {read.isPending && (
            <span className={styles.working}>
              <Loader size={14} /> {t('read.working')}
            </span>
          )}
          {!thing.online && (
            <Alert variant="light" color="gray" icon={<IconCloudOff size={18} />}>
              {t('device.offline')}
            </Alert>
          )}
          {thing.jobs.length > 0 && !sent && (
            <Alert variant="light" color="blue">
              {t('device.queued', { count: thing.jobs.length })}
            </Alert>
          )}
        </div>
        {sent && (
          <ChangeResult
            key={sent.batch}
            batchId={sent.batch}
            dictionary={dictionary}
            onClose={() => setSent(null)}
            onVerified={() => sent.ofForm && setTyped({})}
          />
        )}
        <Tabs
          value={view.view}
          keepMounted={false}
          onChange={(next) => onShow({ view: (next as DeviceView | null) ?? 'settings' })}
        >
          <Tabs.List aria-label={t('device.views')} mb="md">
            <Tabs.Tab value="settings">{t('device.settings')}</Tabs.Tab>
            <Tabs.Tab value="history">{t('device.history')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="settings">
            {dictionary.ready ? (
              <form
                noValidate
                onSubmit={(event) => {
                  event.preventDefault();
                  reviewChanges();
                }}
              >
                <ValuesEditor
                  id={id}
                  dictionary={dictionary}
                  known={known}
                  packs={thing.packs}
                  typed={typed}
                  problems={problems}
                  onType={setTyped}
                  group={view.group}
                  onGroup={(group) => onShow({ group })}
                />
                <SettingsFoot
                  typed={dirty}
                  changes={count}
                  wrong={Object.keys(problems).length}
                  onDiscard={() => setTyped({})}
                />
              </form>
            ) : (
              <QueryPlaceholder of={dictionary} rows={6} />
            )}
          </Tabs.Panel>
          <Tabs.Panel value="history">
            <Suspense fallback={<SkeletonRows rows={6} />}>
              <HistoryView
                thing={thing}
                dictionary={dictionary}
                onUndo={(set) => setSending({ values: set.values, undoSet: set.id })}
              />
            </Suspense>
          </Tabs.Panel>
        </Tabs>
      </Card>
      {sending && (
        <SendDialog
          thing={thing}
          dictionary={dictionary}
          known={known}
          values={sending.values}
          undoSet={sending.undoSet}
          onClose={() => setSending(null)}
          onSent={(batch) => {
            setSent({ batch, ofForm: sending.undoSet === undefined });
            setSending(null);
          }}
        />
      )}
      <Suspense fallback={null}>
        {keeping && (
          <TemplateDialog
            template={null}
            from={foldPacks({ ...known, ...values }, thing.packs)}
            onClose={() => setKeeping(false)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Loads a template into the form, or saves the device's values as a template. */
function TemplateMenu(props: {
  disabled: boolean;
  mayKeep: boolean;
  onUse: (values: Values) => void;
  onKeep: () => void;
}) {
  const { t } = useTranslation('params');
  const { tenantId } = useAccount();
  const [opened, setOpened] = useState(false);
  const found = useQuery({ ...templates(tenantId), enabled: opened });
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          disabled={props.disabled}
          leftSection={<IconTemplate size={16} stroke={1.8} aria-hidden="true" />}
        >
          {t('template.menu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Item disabled={!props.mayKeep} onClick={props.onKeep}>
          {t('template.keep')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('template.use')}</Menu.Label>
        {found.data?.list.map((template) => (
          <Menu.Item key={template.id} onClick={() => props.onUse(template.values)}>
            {template.name}
          </Menu.Item>
        ))}
        {found.data?.list.length === 0 && <Menu.Item disabled>{t('template.none')}</Menu.Item>}
        {!found.data && (
          <Menu.Item disabled>{t(found.isError ? 'template.failed' : 'device.looking')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
