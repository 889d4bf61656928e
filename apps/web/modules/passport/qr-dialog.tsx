import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '../../api/download.ts';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { Dialog } from '../../ui/index.ts';
import { QrCode } from '../../ui/qr-code/qr-code.tsx';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import type { ActionProps } from '../resources/index.ts';
import { absolute } from './address.ts';
import styles from './passport.module.css';
import { LEAST_MODULE_MM, labelSvg, qrSvg, sizeOf } from './qr-svg.ts';
import { passportView } from './queries.ts';

const MAX_MODULE_MM = 2;

/** The QR code of a passport: to scan, and as drawings for labels and printers. */
export function QrDialog({ ids: [id = ''], onClose }: ActionProps) {
  const { t } = useTranslation('passport');
  const found = useQuery(passportView(id, 0));
  const [module, setModule] = useState<number | string>(0.5);
  const width = Number(module);
  const valid = width >= LEAST_MODULE_MM && width <= MAX_MODULE_MM;
  const save = (svg: string, name: string) => saveBlob(new Blob([svg], { type: 'image/svg+xml' }), name);
  return (
    <Dialog opened guarded={false} onClose={onClose} title={t('qr.title')}>
      {!found.data ? (
        <QueryPlaceholder of={found} rows={4} />
      ) : (
        <div className={styles.qr}>
          <QrCode text={absolute(found.data.url)} label={t('qr.label')} size={224} />
          <p className={styles.address}>{absolute(found.data.url)}</p>
          <DecimalInput
            label={t('qr.module')}
            description={t('qr.moduleHint', { least: LEAST_MODULE_MM })}
            value={module}
            onChange={setModule}
            min={LEAST_MODULE_MM}
            max={MAX_MODULE_MM}
            step={0.1}
            suffix="mm"
          />
          <p className={styles.quiet}>
            {valid
              ? t('qr.size', { mm: sizeOf(absolute(found.data.url), width).toFixed(1) })
              : t('qr.tooSmall')}
          </p>
          <Group gap="xs">
            <Button
              leftSection={<IconDownload size={16} />}
              disabled={!valid}
              onClick={() => save(qrSvg(absolute(found.data.url), width), `${found.data.batteryCode}-qr.svg`)}
            >
              {t('qr.svg')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              disabled={!valid}
              onClick={() =>
                save(
                  labelSvg(
                    { url: absolute(found.data.url), code: found.data.batteryCode, title: t('qr.onLabel') },
                    width,
                  ),
                  `${found.data.batteryCode}-label.svg`,
                )
              }
            >
              {t('qr.labelSvg')}
            </Button>
          </Group>
        </div>
      )}
    </Dialog>
  );
}
