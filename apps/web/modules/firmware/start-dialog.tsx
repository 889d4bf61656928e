import { Alert, Button, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CampaignBody, type CampaignPreview, startCampaign } from '@voltloop/contract/calls/firmware.ts';
import { type PackageKind, skipReasons } from '@voltloop/contract/firmware-states.ts';
import { compareVersions } from '@voltloop/protocol/firmware.ts';
import { useContext, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { DialogFoot } from '../../ui/dialog/dialog-foot.tsx';
import { ClockInput } from '../../ui/form/clock-input.tsx';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { Dialog, ErrorWords, SkeletonLine, useFormat } from '../../ui/index.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { toast } from '../../ui/toast/toast.ts';
import {
  type CampaignDraft,
  type Choice,
  type DraftField,
  failuresThatStop,
  newDraft,
  type Rollout,
  rollouts,
  toBody,
} from './campaign-form.ts';
import { kindNames, kindOrder } from './kinds.ts';
import { firmwareKey, packagesOf, preview } from './queries.ts';
import styles from './upgrade.module.css';

interface StartDialogProps {
  /** The initial kind. */
  kind: PackageKind;
  /** Whether the kind can be changed in the dialog. */
  anyKind: boolean;
  /** The chosen package; null: the newest. */
  packageId: string | null;
  choice: Choice;
  onClose: () => void;
  onStarted: (campaignId: string) => void;
}

/** Starts a campaign: package, devices, waves and limits, with a preview. */
export default function StartDialog({
  kind: firstKind,
  anyKind,
  packageId,
  choice,
  onClose,
  onStarted,
}: StartDialogProps) {
  const { t } = useTranslation('firmware');
  const format = useFormat();
  const client = useQueryClient();
  const { tenantId } = useAccount();
  const [kind, setKind] = useState(firstKind);
  const found = useQuery(packagesOf(tenantId, kind));
  const packages = useMemo(
    () =>
      (found.data?.list ?? [])
        .filter((each) => each.state === 'published')
        .sort((a, b) => compareVersions(b.version, a.version)),
    [found.data],
  );
  const rolloutId = useId();
  const [draft, setDraft] = useState<CampaignDraft>(newDraft(packageId ?? ''));
  useEffect(() => {
    const newest = packages[0]?.id;
    if (newest) setDraft((now) => (now.packageId ? now : { ...now, packageId: newest }));
  }, [packages]);
  const set = (next: Partial<CampaignDraft>) => setDraft((now) => ({ ...now, ...next }));

  const { body, wrong } = useMemo(() => toBody(draft, choice), [draft, choice]);
  const error = (field: DraftField, key: 'waves' | 'percent' | 'soc' | 'window') =>
    wrong?.has(field) ? t(`start.wrong.${key}`) : undefined;
  const [debounced] = useDebouncedValue(body, 250);
  const start = useMutation({
    mutationFn: (wanted: CampaignBody) => call(startCampaign, { params: { tenantId }, body: wanted }),
    onSuccess: ({ id, jobs }) => {
      toast.success({ ns: 'firmware', key: 'start.started', values: { n: format.number(jobs.total) } });
      void client.invalidateQueries({ queryKey: firmwareKey(tenantId) });
      onStarted(id);
    },
  });
  // No preview while a field is invalid, nor after sending: then all its devices have an upgrade.
  const open = body !== null && !start.isPending && !start.isSuccess;
  const planned = useQuery({ ...preview(tenantId, debounced), enabled: debounced !== null && open });
  const version = packages.find((each) => each.id === draft.packageId)?.version ?? '';
  const fresh = body !== null && debounced === body && !planned.isPlaceholderData ? planned.data : undefined;

  const count = fresh?.things ?? 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      closable={!start.isPending}
      size="lg"
      title={t('start.title', { kind: t(`kind.${kindNames[kind]}`) })}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (body && count > 0) start.mutate(body);
        }}
      >
        {anyKind && (
          <SegmentedControl
            aria-label={t('devices.kind')}
            data={kindOrder.map((each) => ({ value: each, label: t(`kind.${kindNames[each]}`) }))}
            value={kind}
            onChange={(next) => {
              setKind(next as PackageKind);
              set({ packageId: '' });
            }}
          />
        )}
        <Select
          label={t('start.package')}
          data={packages.map(({ id, version: each, name }) => ({ value: id, label: `${each} · ${name}` }))}
          value={draft.packageId || null}
          onChange={(id) => id && set({ packageId: id })}
          allowDeselect={false}
          disabled={packages.length === 0}
          error={found.data && packages.length === 0 ? t('start.noPackage') : undefined}
          data-autofocus
        />
        <div className={styles.rollout}>
          <span id={rolloutId}>{t('start.rollout')}</span>
          <SegmentedControl
            aria-labelledby={rolloutId}
            data={rollouts.map((each) => ({ value: each, label: t(`start.rollouts.${each}`) }))}
            value={draft.rollout}
            onChange={(rollout) => set({ rollout: rollout as Rollout })}
          />
          {draft.rollout === 'custom' && (
            <TextInput
              label={t('start.waves')}
              description={t('start.wavesHint')}
              value={draft.waves}
              maxLength={60}
              onChange={(event) => set({ waves: event.currentTarget.value })}
              error={error('waves', 'waves')}
            />
          )}
        </div>
        <div className={styles.fields}>
          <DecimalInput
            label={t('start.maxFailed')}
            description={t('start.maxFailedHint')}
            suffix=" %"
            value={draft.maxFailed_pct}
            onChange={(value) => set({ maxFailed_pct: value })}
            error={error('maxFailed_pct', 'percent')}
          />
          <DecimalInput
            label={t('start.minSoc')}
            description={t('start.minSocHint')}
            suffix=" %"
            value={draft.minSoc}
            onChange={(value) => set({ minSoc: value })}
            error={error('minSoc', 'soc')}
          />
        </div>
        <div>
          <Switch
            label={t('start.window')}
            description={t('start.windowHint')}
            checked={draft.window !== null}
            onChange={(event) =>
              set({ window: event.currentTarget.checked ? { begin: '01:00', end: '05:00' } : null })
            }
          />
          {draft.window && (
            <div className={styles.window}>
              {(['begin', 'end'] as const).map((end) => (
                <ClockInput
                  key={end}
                  label={t(`start.${end}`)}
                  value={draft.window?.[end] ?? ''}
                  onChange={(value) =>
                    setDraft((now) => ({ ...now, window: now.window && { ...now.window, [end]: value } }))
                  }
                  error={end === 'end' ? error('window', 'window') : undefined}
                />
              ))}
            </div>
          )}
        </div>
        <Switch
          label={t('start.downgrade')}
          description={t('start.downgradeHint')}
          checked={draft.allowDowngrade}
          onChange={(event) => set({ allowDowngrade: event.currentTarget.checked })}
        />
        <Summary
          plan={fresh}
          error={planned.error}
          waiting={body !== null}
          kind={kind}
          version={version}
          body={body}
        />
        <DialogFoot>
          <Button variant="default" onClick={onClose} disabled={start.isPending}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={start.isPending || start.isSuccess} disabled={count === 0}>
            {fresh && count === 0
              ? t('start.submitNone')
              : t('start.submit', { count, n: format.number(count) })}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** The preview in sentences. */
function Summary({
  plan,
  error,
  waiting,
  kind,
  version,
  body,
}: {
  plan: CampaignPreview | undefined;
  error: unknown;
  waiting: boolean;
  kind: PackageKind;
  version: string;
  body: CampaignBody | null;
}) {
  const { t } = useTranslation('firmware');
  const format = useFormat();
  const words = useContext(ErrorWords);
  if (error && waiting && !plan)
    return (
      <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
        {words(error)}
      </Alert>
    );
  const skipped = skipReasons.filter((reason) => (plan?.skipped[reason] ?? 0) > 0);
  const wave = plan?.waves[0] ?? 0;
  const stopAt = failuresThatStop(wave, body?.max_failed_pct ?? 100);
  return (
    <section className={styles.summary} aria-label={t('start.summary')} aria-live="polite">
      <h3>{t('start.summary')}</h3>
      {!waiting ? (
        <p>{t('start.fix')}</p>
      ) : !plan ? (
        <SkeletonLine width="80%" height={40} />
      ) : (
        <ul>
          <li>
            {plan.things === 0
              ? t('start.nobody')
              : t('start.who', {
                  count: plan.things,
                  n: format.number(plan.things),
                  kind: t(`kind.${kindNames[kind]}`),
                  version,
                })}
          </li>
          {plan.waves.length > 1 && (
            <li>
              {t('start.inWaves', { waves: plan.waves.map((n) => format.number(n)).join(t('start.then')) })}
            </li>
          )}
          {plan.expected_end !== null && (
            <li>
              {t(plan.measured ? 'start.expected' : 'start.expectedAssumed', {
                time: format.date(plan.expected_end),
                minutes: format.number(Math.max(1, Math.round(plan.device_s / 60))),
              })}
            </li>
          )}
          {plan.things > 0 && (
            <li>
              {t('start.stops', { max: body?.max_failed_pct ?? 0 })}
              {stopAt !== null && ` ${t('start.stopsAt', { count: stopAt, n: format.number(wave) })}`}
            </li>
          )}
          {body?.window && <li>{t('start.when', body.window)}</li>}
          {plan.offline > 0 && (
            <li>{t('start.offline', { count: plan.offline, n: format.number(plan.offline) })}</li>
          )}
          {plan.low_soc > 0 && (
            <li>
              {t('start.lowSoc', {
                count: plan.low_soc,
                n: format.number(plan.low_soc),
                min: body?.min_soc ?? 0,
              })}
            </li>
          )}
          {plan.waves.length > 1 && plan.offline + plan.low_soc > 0 && <li>{t('start.held')}</li>}
          {skipped.length > 0 && (
            <li>
              {t('start.skipped')}{' '}
              {skipped
                .map((reason) => t(`start.skip.${reason}`, { n: format.number(plan.skipped[reason] ?? 0) }))
                .join(t('start.and'))}
            </li>
          )}
          {plan.things > 0 && <li>{t('start.risk')}</li>}
        </ul>
      )}
    </section>
  );
}
