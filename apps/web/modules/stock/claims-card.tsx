import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { releaseClaim, type StockClaim, type StockItem } from '@voltloop/contract/calls/stock.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useRight } from '../../context/rights.ts';
import { AllowedLink } from '../../ui/allowed-link.tsx';
import { Card, ConfirmDialog, useFormat } from '../../ui/index.ts';
import { rowPath } from '../resources/index.ts';
import styles from './stock.module.css';
import { useAmounts } from './use-amounts.ts';

/** The documents that claim an item, since when and until when. */
export function ClaimsCard({ item: { id, claims } }: { item: StockItem }) {
  const { t } = useTranslation('stock');
  const { date } = useFormat();
  const { kg } = useAmounts();
  const mayRelease = useRight(rights.releaseClaims);
  const [releasing, setReleasing] = useState<StockClaim | null>(null);
  if (claims.length === 0) return null;
  return (
    <Card title={t('claims.title')} description={t('claims.text')}>
      <ul className={styles.claims}>
        {claims.map((claim) => {
          const { document, store, kg: mass, by, at, until } = claim;
          return (
            <li key={document.id}>
              <AllowedLink className="link" to={rowPath(document.kind, document.id)}>
                {document.no}
              </AllowedLink>
              {mass !== null && (
                <span className={styles.amount}>{[kg(mass), store].filter(Boolean).join(' · ')}</span>
              )}
              <span className={styles.quiet}>
                {t('claims.since', { by: by ?? t('move.system'), at: date(at, 'dateTime') })}
                {' · '}
                {t('claims.until', { until: date(until, 'dateTime') })}
              </span>
              {mayRelease && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={t('claims.releaseOf', { no: document.no ?? '' })}
                  onClick={() => setReleasing(claim)}
                >
                  {t('claims.release')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {releasing && <Release itemId={id} claim={releasing} onClose={() => setReleasing(null)} />}
    </Card>
  );
}

function Release({ itemId, claim, onClose }: { itemId: string; claim: StockClaim; onClose: () => void }) {
  const { t } = useTranslation('stock');
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      disabled={reason.trim() === ''}
      title={t('claims.releaseTitle', { no: claim.document.no })}
      confirmLabel={t('claims.release')}
      onConfirm={async () => {
        await call(releaseClaim, {
          body: { documentId: claim.document.id, itemId, reason: reason.trim() },
        });
        await client.invalidateQueries({ queryKey: ['rows'] });
      }}
    >
      {t('claims.releaseText')}
      <Textarea
        mt="sm"
        label={t('claims.reason')}
        required
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </ConfirmDialog>
  );
}
