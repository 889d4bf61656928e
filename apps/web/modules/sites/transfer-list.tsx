import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  acceptTransfer,
  cancelTransfer,
  declineTransfer,
  type SiteTransfer,
} from '@voltloop/contract/calls/site-transfers.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { ConfirmDialog, StatusBadge, type Tone, useFormat } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './sites.module.css';

type Step = SiteTransfer['may'][number];
const steps = { accept: acceptTransfer, decline: declineTransfer, cancel: cancelTransfer };
const tones: Record<SiteTransfer['state'], Tone> = {
  pending: 'info',
  done: 'ok',
  declined: 'neutral',
  cancelled: 'neutral',
  expired: 'neutral',
};

/** Transfers with the actions that the user may take on each. */
export function TransferList({ list }: { list: readonly SiteTransfer[] }) {
  const { t } = useTranslation('sites');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const [request, setRequest] = useState<{ step: Step; of: SiteTransfer } | null>(null);
  return (
    <>
      <ul className={styles.transfers}>
        {list.map((transfer) => (
          <li key={transfer.id} className={styles.transfer}>
            <About transfer={transfer} />
            <span className={styles.buttons}>
              {transfer.may.map((step) => (
                <Button
                  key={step}
                  size="xs"
                  variant="default"
                  onClick={() => setRequest({ step, of: transfer })}
                  aria-label={`${t(`transfer.${step}`)}: ${nameOf(transfer)}`}
                >
                  {t(`transfer.${step}`)}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={request !== null}
        onClose={() => setRequest(null)}
        title={request ? t(`transfer.${request.step}Title`, { name: nameOf(request.of) }) : ''}
        confirmLabel={request ? t(`transfer.${request.step}`) : ''}
        danger={request?.step !== 'accept'}
        onConfirm={async () => {
          if (!request) return;
          const { state } = await call(steps[request.step], { params: { tenantId, id: request.of.id } });
          toast.success({ ns: 'sites', key: `transfer.now.${state}` });
          for (const key of ['sites', 'things', 'thing']) void client.invalidateQueries({ queryKey: [key] });
        }}
      >
        {request && t(`transfer.${request.step}Text`)}
      </ConfirmDialog>
    </>
  );
}

const nameOf = ({ site, device }: SiteTransfer) => site?.name ?? device?.devid ?? '';

function About({ transfer }: { transfer: SiteTransfer }) {
  const { t } = useTranslation('sites');
  const { date } = useFormat();
  const { giver, receiver, state, share_history, message } = transfer;
  const waits = [
    transfer.giver_consent_at === null && giver.name,
    transfer.receiver_consent_at === null && receiver.name,
  ].filter(Boolean);
  return (
    <p>
      <strong>{nameOf(transfer) || t('transfer.formerSite')}</strong>{' '}
      {t('transfer.fromTo', { giver: giver.name, receiver: receiver.name })}{' '}
      <StatusBadge tone={tones[state]} variant="plain">
        {t(`transfer.state.${state}`)}
      </StatusBadge>
      <small>
        {t(share_history ? 'transfer.withPast' : 'transfer.withoutPast')}
        {' · '}
        {state === 'pending'
          ? t('transfer.waits', { names: waits.join(', '), until: date(transfer.expires_at, 'date') })
          : date(transfer.ended_at ?? transfer.created_at, 'dateTime')}
        {message && ` · ${message}`}
      </small>
    </p>
  );
}
