import { Button } from '@mantine/core';
import { IconHistory, IconRefreshDot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { PackageKind } from '@voltloop/contract/firmware-states.ts';
import { compareVersions } from '@voltloop/protocol/firmware.ts';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { fileSize } from '../../ui/download/file-size.ts';
import { Card, EmptyState, ErrorState, SkeletonLine, useFormat } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { upgradeAll } from './campaign-form.ts';
import { kindNames, kindOrder } from './kinds.ts';
import { latestPackage, preview, versionCounts } from './queries.ts';
import styles from './upgrade.module.css';

interface PackageCardsProps {
  onHistory: (kind: PackageKind) => void;
  /** Upgrades all devices without a known version of at least `version`. */
  onUpgrade: (kind: PackageKind, packageId: string, version: string) => void;
}

/** The newest package of each kind, and the versions installed in the fleet. */
export function PackageCards(props: PackageCardsProps) {
  return (
    <div className={styles.cards}>
      {kindOrder.map((kind) => (
        <PackageCard key={kind} kind={kind} {...props} />
      ))}
    </div>
  );
}

function PackageCard({ kind, onHistory, onUpgrade }: PackageCardsProps & { kind: PackageKind }) {
  const { t } = useTranslation('firmware');
  const format = useFormat();
  const { tenantId } = useAccount();
  const latest = useQuery(latestPackage(tenantId, kind));
  const installed = useQuery(versionCounts(tenantId));
  const counts = installed.data?.[kind];
  const pkg = latest.data;
  return (
    <Card
      title={t(`kind.${kindNames[kind]}`)}
      description={<span className={styles.code}>{kind}</span>}
      className={styles.package}
      tools={
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconHistory size={15} stroke={1.8} aria-hidden="true" />}
          onClick={() => onHistory(kind)}
          aria-label={t('package.historyOf', { kind: t(`kind.${kindNames[kind]}`) })}
        >
          {t('package.history')}
        </Button>
      }
    >
      {latest.isPending ? (
        <div className={styles.packageBody}>
          <SkeletonLine width="40%" height={30} />
          <SkeletonLine width="80%" height={18} />
          <SkeletonLine width="100%" height={40} />
        </div>
      ) : latest.error ? (
        <ErrorState compact error={latest.error} onRetry={() => void latest.refetch()} />
      ) : !pkg ? (
        <EmptyState compact title={t('package.none')} text={t('package.noneText')} />
      ) : (
        <div className={styles.packageBody}>
          <div className={styles.version}>
            <strong>{pkg.version}</strong>
            <span className={styles.muted}>
              {[
                format.date(pkg.publish_time, 'date'),
                fileSize(pkg.size, format.number),
                pkg.min_hw_version && t('package.hardware', { version: pkg.min_hw_version }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </div>
          <p className={styles.note} title={pkg.release_note ?? undefined}>
            {pkg.release_note || t('package.noNote')}
          </p>
          {counts ? (
            <Installed
              kind={kind}
              newest={pkg.version}
              packageId={pkg.id}
              counts={counts}
              onUpgrade={() => onUpgrade(kind, pkg.id, pkg.version)}
            />
          ) : (
            <QueryPlaceholder of={installed} />
          )}
        </div>
      )}
    </Card>
  );
}

/** The installed versions, and the upgrade of those that are behind. */
function Installed({
  packageId,
  onUpgrade,
  ...versions
}: VersionsProps & { packageId: string; onUpgrade: () => void }) {
  const { t } = useTranslation('firmware');
  const format = useFormat();
  const { tenantId } = useAccount();
  // As the dialog counts: without devices that the package does not fit, or that are being upgraded.
  const planned = useQuery(preview(tenantId, upgradeAll(packageId, versions.newest)));
  const waiting = planned.data?.things;
  const isCurrent = versions.counts.every(
    ({ version }) => version !== null && compareVersions(version, versions.newest) >= 0,
  );
  return (
    <>
      <Versions {...versions} />
      <Button
        variant="light"
        size="sm"
        mt="auto"
        disabled={waiting === 0}
        leftSection={<IconRefreshDot size={16} stroke={1.8} aria-hidden="true" />}
        onClick={onUpgrade}
      >
        {waiting === undefined
          ? t('package.upgradeAny')
          : waiting === 0
            ? t(isCurrent ? 'package.allNew' : 'package.noneFits')
            : t('package.upgrade', { count: waiting, n: format.number(waiting) })}
      </Button>
    </>
  );
}

const SHOWN = 4;

interface VersionsProps {
  kind: PackageKind;
  newest: string;
  counts: readonly { version: string | null; total: number }[];
}

/** Installed versions: a bar of shares, and the same in words. */
function Versions({ kind, newest, counts }: VersionsProps) {
  const { t } = useTranslation('firmware');
  const format = useFormat();
  const all = counts.reduce((sum, each) => sum + each.total, 0);
  if (all === 0) return null;
  const shown = counts.slice(0, SHOWN);
  const rest = counts.slice(SHOWN).reduce((sum, each) => sum + each.total, 0);
  const tone = (version: string | null) =>
    version === null ? 'unknown' : compareVersions(version, newest) >= 0 ? 'new' : 'old';
  return (
    <div>
      <div className={styles.shares} aria-hidden="true">
        {counts.map(({ version, total }) => (
          <span key={version ?? ''} data-tone={tone(version)} style={{ flexGrow: total }} />
        ))}
      </div>
      <ul
        className={styles.versions}
        aria-label={t('package.installed', { kind: t(`kind.${kindNames[kind]}`) })}
      >
        {shown.map(({ version, total }) => (
          <li key={version ?? ''}>
            <span className={styles.dot} data-tone={tone(version)} aria-hidden="true" />
            {version ?? t('version.unknown')}
            <span className={styles.muted}>{format.number(total)}</span>
          </li>
        ))}
        {rest > 0 && <li className={styles.muted}>{t('package.others', { n: format.number(rest) })}</li>}
      </ul>
    </div>
  );
}
