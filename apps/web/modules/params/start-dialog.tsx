import { Alert, Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ParamBatchBody, type ParamTemplate, startParamBatch } from '@voltloop/contract/calls/params.ts';
import { useContext, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { DialogFoot } from '../../ui/dialog/dialog-foot.tsx';
import { Dialog, ErrorWords, SkeletonLine } from '../../ui/index.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { toast } from '../../ui/toast/toast.ts';
import {
  DifferenceList,
  differencesOf,
  labelOf,
  readTyped,
  type Values,
  ValuesEditor,
  worstRisk,
} from '../settings/index.ts';
import { useDictionary } from '../telemetry/index.ts';
import styles from './params.module.css';
import { paramsKey, preview, templates } from './queries.ts';
import { devicesOf, initialTarget, type Target, TargetFields } from './start-target.tsx';
import { WaitSelect } from './wait-select.tsx';

interface StartDialogProps {
  /** The initial template; null: to be chosen. */
  template: ParamTemplate | null;
  /** Devices chosen beforehand. */
  chosen?: readonly string[] | null;
  onClose: () => void;
  onStarted: (batchId: string) => void;
}

/** Starts a batch: values and devices, with a preview. */
export default function StartDialog({
  template,
  chosen: given = null,
  onClose,
  onStarted,
}: StartDialogProps) {
  const { t } = useTranslation(['params', 'deviceSettings']);
  const id = useId();
  const client = useQueryClient();
  const { tenantId } = useAccount();
  const dictionary = useDictionary('HE_BAT');
  const words = useContext(ErrorWords);
  const offered = useQuery(templates(tenantId)).data?.list ?? (template ? [template] : []);
  const [source, setSource] = useState(template?.id ?? '');
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [group, setGroup] = useState('');
  const [target, setTarget] = useState<Target>(initialTarget(given));
  const [name, setName] = useState('');
  const [wait_s, setWait] = useState(86_400);
  const [confirmed, setConfirmed] = useState('');

  const own = readTyped(dictionary.settings, typed, {}, null);
  const chosen = offered.find((each) => each.id === source);
  const values: Values = chosen ? chosen.values : own.values;
  const wrong = !chosen && Object.keys(own.problems).length > 0;
  const differences = differencesOf(dictionary.settings, values, {}, null);
  const risk = worstRisk(differences);
  const devices = devicesOf(target, given);
  const first = differences[0] && labelOf(t, dictionary, differences[0].key);
  const suggested = (
    chosen?.name ??
    (differences.length > 1 ? t('batch.nameOf', { first, n: differences.length - 1 }) : (first ?? ''))
  ).slice(0, 100);
  const body: ParamBatchBody | null =
    devices && !wrong && differences.length > 0
      ? {
          name: name.trim() || suggested,
          values,
          ...(chosen && { template_id: chosen.id }),
          ...devices,
          wait_s,
        }
      : null;
  const [debounced] = useDebouncedValue(JSON.stringify(body), 250);
  const planned = useQuery(preview(tenantId, JSON.parse(debounced) as ParamBatchBody | null));
  const fresh =
    body !== null && debounced === JSON.stringify(body) && !planned.isPlaceholderData
      ? planned.data
      : undefined;
  const reached = fresh ? fresh.things - fresh.other_model : 0;
  const sure = risk !== 'high' || confirmed.trim() === String(reached);

  const start = useMutation({
    mutationFn: (wanted: ParamBatchBody) => call(startParamBatch, { params: { tenantId }, body: wanted }),
    onSuccess: (batch) => {
      toast.success({ ns: 'params', key: 'start.started', values: { n: String(batch.total) } });
      void client.invalidateQueries({ queryKey: paramsKey(tenantId) });
      onStarted(batch.id);
    },
    meta: { silent: true },
  });
  return (
    <Dialog opened onClose={onClose} closable={!start.isPending} size={820} title={t('start.title')}>
      <form
        className={styles.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (body && reached > 0 && sure) start.mutate(body);
        }}
      >
        <div className={styles.pair}>
          <NativeSelect
            label={t('start.values')}
            value={source}
            onChange={(event) => setSource(event.currentTarget.value)}
            data={[
              { value: '', label: t('start.own') },
              ...offered.map((each) => ({ value: each.id, label: each.name })),
            ]}
          />
          <TextInput
            label={t('start.name')}
            placeholder={suggested || t('start.nameHint')}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </div>
        {!chosen && dictionary.ready && (
          <div className={styles.inset}>
            <ValuesEditor
              id={id}
              dictionary={dictionary}
              known={null}
              packs={null}
              typed={typed}
              problems={own.problems}
              onType={setTyped}
              group={group}
              onGroup={setGroup}
            />
          </div>
        )}
        {differences.length > 0 && (
          <DifferenceList dictionary={dictionary} differences={differences} known={false} />
        )}
        <TargetFields given={given} target={target} onChange={setTarget} />
        <WaitSelect value={wait_s} onChange={setWait} />
        <div className={styles.summary} role="status">
          {body === null ? (
            t(wrong ? 'start.wrongValues' : differences.length === 0 ? 'start.noValues' : 'start.noDevices')
          ) : planned.error ? (
            words(planned.error)
          ) : !fresh ? (
            <SkeletonLine width={220} />
          ) : (
            <>
              <strong>{t('start.reaches', { count: reached })}</strong>
              {fresh.offline > 0 && <span>{t('start.offline', { count: fresh.offline })}</span>}
              {fresh.queued > 0 && <span>{t('start.queued', { count: fresh.queued })}</span>}
              {fresh.other_model > 0 && <span>{t('start.otherModel', { count: fresh.other_model })}</span>}
            </>
          )}
        </div>
        {risk === 'high' && fresh && reached > 0 && (
          <Alert variant="light" color="red" icon={<IconAlertTriangle size={18} />}>
            <p className={styles.hint}>{t('deviceSettings:riskText.high')}</p>
            <TextInput
              label={t('start.typeCount', { n: reached })}
              inputMode="numeric"
              autoComplete="off"
              value={confirmed}
              onChange={(event) => setConfirmed(event.currentTarget.value)}
            />
          </Alert>
        )}
        {start.error && (
          <p className={styles.wrong} role="alert">
            {words(start.error)}
          </p>
        )}
        <DialogFoot>
          <Button variant="default" onClick={onClose} disabled={start.isPending}>
            {t('close')}
          </Button>
          <Button type="submit" loading={start.isPending} disabled={!body || reached === 0 || !sure}>
            {t('start.send', { count: reached })}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
