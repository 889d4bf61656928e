import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { type FirmwareStock, firmwareFile } from '@voltloop/contract/calls/firmware-room.ts';
import { useTranslation } from 'react-i18next';
import styles from '../../ui/dialog/drawer-list.module.css';
import { SideDrawer } from '../../ui/dialog/side-drawer.tsx';
import { downloadFile } from '../../ui/download/download-file.ts';
import { fileSize } from '../../ui/download/file-size.ts';
import { StatusBadge, useFormat } from '../../ui/index.ts';
import { copyText } from '../../ui/text/copy-text.ts';
import { toast } from '../../ui/toast/toast.ts';
import { kindNames } from './kinds.ts';
import { packageTones } from './package-tones.ts';

/** Details of one package: metadata, signature, installations, and its file. */
export function PackageDrawer({ pkg, onClose }: { pkg: FirmwareStock | null; onClose: () => void }) {
  const { t } = useTranslation(['firmwareRoom', 'firmware']);
  return (
    <SideDrawer
      opened={pkg !== null}
      onClose={onClose}
      title={t('detail')}
      closeLabel={t('close')}
      size={520}
      className={styles.drawer}
    >
      {pkg && <Detail pkg={pkg} />}
    </SideDrawer>
  );
}

function Detail({ pkg }: { pkg: FirmwareStock }) {
  const { t } = useTranslation(['firmwareRoom', 'firmware']);
  const format = useFormat();
  const copy = async (text: string) => {
    const copied = await copyText(text);
    toast[copied ? 'success' : 'warning']({ ns: 'firmwareRoom', key: copied ? 'copied' : 'notCopied' });
  };
  const { devices } = pkg;
  const facts: [string, string][] = [
    [t('column.size'), fileSize(pkg.size, format.number)],
    [t('hardware'), pkg.min_hw_version ?? t('anyHardware')],
    [t('column.published'), format.date(pkg.publish_time, 'dateTime')],
    [t('uploaded'), `${format.date(pkg.upload_time, 'dateTime')} ${pkg.uploaded_by ?? ''}`],
    [t('column.signed'), pkg.signed_by],
  ];
  return (
    <>
      <h2 className={styles.title}>
        {t(`kind.${kindNames[pkg.pkgtype]}`, { ns: 'firmware' })} {pkg.version}
      </h2>
      <StatusBadge tone={packageTones[pkg.state]}>
        {t(`package.state.${pkg.state}`, { ns: 'firmware' })}
      </StatusBadge>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.buttons}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.8} />}
          onClick={() =>
            void downloadFile(firmwareFile, {
              query: { id: pkg.id },
              fallbackName: `${pkg.pkgtype}-${pkg.version}.bin`,
            })
          }
        >
          {t('download')}
        </Button>
      </div>
      <section className={styles.part}>
        <h3>{t('note')}</h3>
        <p className={styles.text}>{pkg.release_note || t('noNote')}</p>
      </section>
      <section className={styles.part}>
        <h3>{t('upgrades')}</h3>
        <p className={styles.text}>
          {pkg.campaigns === 0
            ? t('noUpgrades')
            : t('upgradesText', {
                count: pkg.campaigns,
                campaigns: format.number(pkg.campaigns),
                total: format.number(devices.total),
                done: format.number(devices.done),
                failed: format.number(devices.failed),
                cancelled: format.number(devices.cancelled),
              })}
        </p>
      </section>
      <section className={styles.part}>
        <h3>{t('digest')}</h3>
        <dl className={styles.facts}>
          <dt>SHA-256</dt>
          <dd>
            <code className={styles.hash}>{pkg.sha256}</code>
          </dd>
          <dt>Ed25519</dt>
          <dd>
            <code className={styles.hash}>{pkg.signature}</code>
          </dd>
        </dl>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopy size={15} stroke={1.8} />}
          onClick={() => void copy(pkg.sha256)}
        >
          {t('copy')}
        </Button>
      </section>
    </>
  );
}
