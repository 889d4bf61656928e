import { useQueryClient } from '@tanstack/react-query';
import { type ParamThing, startParamBatch } from '@voltloop/contract/calls/params.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { ConfirmDialog } from '../../ui/index.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { DifferenceList, differencesOf, type Values, worstRisk } from '../settings/index.ts';
import type { Dictionary } from '../telemetry/index.ts';
import styles from './params.module.css';
import { paramsKey } from './queries.ts';
import { WaitSelect } from './wait-select.tsx';

interface SendDialogProps {
  thing: ParamThing;
  dictionary: Dictionary;
  known: Values;
  values: Values;
  /** Id of the stored set that is being restored. */
  undoSet: string | undefined;
  onClose: () => void;
  onSent: (batchId: string) => void;
}

/** Shows the changes before sending; high risks require typing the device's number. */
export function SendDialog({ thing, dictionary, known, values, undoSet, onClose, onSent }: SendDialogProps) {
  const { t } = useTranslation(['params', 'deviceSettings']);
  const client = useQueryClient();
  const { tenantId } = useAccount();
  const differences = differencesOf(dictionary.settings, values, known, thing.packs);
  const risk = worstRisk(differences);
  const [wait_s, setWait] = useState(thing.online ? 120 : 86_400);
  const send = useMutation({
    mutationFn: () =>
      call(startParamBatch, {
        params: { tenantId },
        body: {
          things: [thing.id],
          values: Object.fromEntries(differences.map(({ key, to }) => [key, to])),
          wait_s,
          ...(undoSet === undefined ? {} : { undo_set: undoSet }),
        },
      }),
    // The dialog shows the error.
    meta: { silent: true },
    onSettled: () => client.invalidateQueries({ queryKey: paramsKey(tenantId) }),
  });
  const name = thing.devname || thing.devid;
  const nothing = differences.length === 0;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(
        undoSet === undefined ? 'deviceSettings:difference.ask' : 'deviceSettings:difference.askUndo',
        { device: name },
      )}
      confirmLabel={
        nothing
          ? t('deviceSettings:difference.close')
          : t('deviceSettings:difference.send', { count: differences.length })
      }
      danger={risk === 'high'}
      {...(risk === 'high' && !nothing ? { typed: thing.devid } : {})}
      onConfirm={async () => {
        if (!nothing) onSent((await send.mutateAsync()).id);
      }}
    >
      {nothing ? (
        <p className={styles.hint}>{t('deviceSettings:difference.nothing')}</p>
      ) : (
        <div className={styles.dialog}>
          <p className={styles.hint}>{t(`deviceSettings:riskText.${risk}`)}</p>
          <DifferenceList dictionary={dictionary} differences={differences} />
          <WaitSelect value={wait_s} onChange={setWait} />
        </div>
      )}
    </ConfirmDialog>
  );
}
