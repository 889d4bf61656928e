import { ActionIcon, Button, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteSiteTariff, type SiteTariff } from '@voltloop/contract/calls/site-tariffs.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { ConfirmDialog, Dialog, ErrorState, SkeletonRows, useFormat } from '../../ui/index.ts';
import { type PricedSite, tariffProposal, tariffs } from './cost-queries.ts';
import { PricesPanel } from './prices-panel.tsx';
import styles from './sites.module.css';
import { TariffEditor } from './tariff-editor.tsx';

/** If it cannot be loaded, the currency is chosen without one. */
const NO_PROPOSAL = { currency: null, first_day: null };

/** The tariffs of a site, and the editor of one. */
export function TariffsDialog({ site, onClose }: { site: PricedSite; onClose: () => void }) {
  const { t } = useTranslation('sites');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const known = useQuery(tariffs(tenantId, site.id));
  const proposal = useQuery(tariffProposal(tenantId, site.id));
  const { date } = useFormat();
  const [editing, setEditing] = useState<SiteTariff | 'new' | null>(null);
  const [deleting, setDeleting] = useState<SiteTariff | null>(null);
  const invalidate = () => {
    // A tariff is one of the first steps, whose list may be on the same page.
    void client.invalidateQueries({ queryKey: ['firstSteps', 'facts'] });
    return client.invalidateQueries({ queryKey: ['sites'] });
  };
  const list = known.data ?? [];
  const edits = editing ?? (known.data?.length === 0 ? 'new' : null);
  return (
    <Dialog opened onClose={onClose} title={t('tariff.title', { name: site.name })} size="lg">
      {known.error ? (
        <ErrorState compact error={known.error} onRetry={() => void known.refetch()} />
      ) : known.isPending || proposal.isPending ? (
        <SkeletonRows rows={3} />
      ) : edits !== null ? (
        <TariffEditor
          key={edits === 'new' ? 'new' : edits.from}
          site={site}
          tariff={edits === 'new' ? null : edits}
          proposal={proposal.data ?? NO_PROPOSAL}
          onCancel={() => (list.length === 0 ? onClose() : setEditing(null))}
          onSaved={async () => {
            await invalidate();
            setEditing(null);
            if (list.length === 0) onClose();
          }}
        />
      ) : (
        <>
          <ul className={styles.transfers}>
            {list.map((tariff) => (
              <li key={tariff.from} className={`${styles.transfer} ${styles.tariff}`}>
                <About tariff={tariff} />
                <span className={styles.buttons}>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`${t('edit')}: ${tariff.from}`}
                    onClick={() => setEditing(tariff)}
                  >
                    {t('edit')}
                  </Button>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={28}
                    aria-label={`${t('tariff.delete')}: ${tariff.from}`}
                    onClick={() => setDeleting(tariff)}
                  >
                    <IconTrash size={16} stroke={1.8} />
                  </ActionIcon>
                </span>
              </li>
            ))}
          </ul>
          {list.some(({ content }) => content.kind === 'dynamic') && <PricesPanel site={site} />}
          <Group justify="flex-end" gap="xs" mt="lg">
            <Button variant="default" onClick={onClose}>
              {t('close', { ns: 'ui' })}
            </Button>
            <Button onClick={() => setEditing('new')}>{t('tariff.new')}</Button>
          </Group>
          <ConfirmDialog
            opened={deleting !== null}
            onClose={() => setDeleting(null)}
            title={t('tariff.deleteTitle', { date: deleting ? dayOf(deleting, date) : '' })}
            confirmLabel={t('tariff.delete')}
            danger
            onConfirm={async () => {
              if (!deleting) return;
              await call(deleteSiteTariff, { params: { tenantId, id: site.id, from: deleting.from } });
              await invalidate();
            }}
          >
            {t('tariff.deleteText')}
          </ConfirmDialog>
        </>
      )}
    </Dialog>
  );
}

const dayOf = ({ from }: SiteTariff, date: ReturnType<typeof useFormat>['date']) =>
  date(Date.parse(from), 'date', 'UTC');

function About({ tariff }: { tariff: SiteTariff }) {
  const { content } = tariff;
  const { t } = useTranslation('sites');
  const { date } = useFormat();
  const prices =
    content.kind === 'flat'
      ? content.import_price
      : content.kind === 'dynamic'
        ? t('tariff.plus', { surcharge: content.surcharge })
        : content.rates.map(({ name, price }) => `${name} ${price}`).join(', ');
  return (
    <p>
      <strong>{t('tariff.since', { date: dayOf(tariff, date) })}</strong>
      <small>
        {t('tariff.prices', {
          kind: t(`tariff.kind.${content.kind}`),
          prices,
          currency: content.currency,
        })}
      </small>
    </p>
  );
}
