import { Button } from '@mantine/core';
import {
  IconBuildingWarehouse,
  IconChecks,
  IconFileImport,
  IconMaximize,
  IconPlus,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDecimal, NO_VALUE, useFormat } from '../../ui/index.ts';
import { isByMass, isUnweighed } from '../../ui/text/by-mass.ts';
import styles from './documents.module.css';

interface LinesBarProps {
  totals: { count: number; pieces: number; kg: string };
  /** The totals count the input alone: productions and recycling runs. */
  ofInput: boolean;
  saving: boolean;
  /** The buttons of an open document; those without a handler are not offered. */
  actions: {
    onDesk: () => void;
    onPick: (() => void) | undefined;
    onFile: () => void;
    onAddLot: (() => void) | undefined;
    onCheck: () => void;
    checking: boolean;
  } | null;
}

/** The totals of the lines, and what can be done with them. */
export function LinesBar({ totals, ofInput, saving, actions }: LinesBarProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  return (
    <div className={styles.bar}>
      <p className={styles.totals}>
        {t(totalsKey(totals, ofInput), {
          lines: t('totalLines', { count: totals.count, n: format.number(totals.count) }),
          pieces: t('totalPieces', { count: totals.pieces, n: format.number(totals.pieces) }),
          kg: isUnweighed(totals.pieces, totals.kg) ? NO_VALUE : formatDecimal(totals.kg, 0, format.language),
        })}
        {saving && <span className={styles.saving}> {t('saving')}</span>}
      </p>
      {actions && (
        <>
          <BarButton icon={<IconMaximize size={15} />} onClick={actions.onDesk}>
            {t('desk.open')}
          </BarButton>
          {actions.onPick && (
            <BarButton icon={<IconBuildingWarehouse size={15} />} onClick={actions.onPick}>
              {t('pick.open')}
            </BarButton>
          )}
          <BarButton icon={<IconFileImport size={15} />} onClick={actions.onFile}>
            {t('file.open')}
          </BarButton>
          {actions.onAddLot && (
            <BarButton icon={<IconPlus size={15} />} onClick={actions.onAddLot}>
              {t('addLot')}
            </BarButton>
          )}
          <BarButton icon={<IconChecks size={15} />} onClick={actions.onCheck} loading={actions.checking}>
            {t('check')}
          </BarButton>
        </>
      )}
    </div>
  );
}

function BarButton({
  icon,
  onClick,
  loading = false,
  children,
}: {
  icon: ReactNode;
  onClick: () => void;
  loading?: boolean;
  children: ReactNode;
}) {
  return (
    <Button size="xs" variant="default" loading={loading} leftSection={icon} onClick={onClick}>
      {children}
    </Button>
  );
}

function totalsKey({ pieces, kg }: LinesBarProps['totals'], ofInput: boolean) {
  const byMass = isByMass(pieces, kg);
  if (ofInput) return byMass ? 'inputTotalsByMass' : 'inputTotals';
  return byMass ? 'totalsByMass' : 'totals';
}
