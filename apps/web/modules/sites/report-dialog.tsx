import { Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { fleetReport, siteReport } from '@voltloop/contract/calls/reports.ts';
import type { SiteDetail } from '@voltloop/contract/calls/sites.ts';
import { dayOf, isoDay, startOfDay } from '@voltloop/domain/clock/zone-time.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../context/i18n.ts';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { Dialog, formatDate, useFormat } from '../../ui/index.ts';
import { AccountPicker, type PickedAccount } from '../accounts/index.ts';
import { ReportByEmail } from './report-by-email.tsx';

/** Selectable months: two years, the current month first. */
const OFFERED = 25;
const END_USER = 5;

/** Downloads the monthly report of a site, or of all sites, as a PDF, or subscribes to it by e-mail. */
export function ReportDialog({ site, onClose }: { site: SiteDetail | null; onClose: () => void }) {
  const { t } = useTranslation('sites');
  const { tenantId, roleId } = useAccount();
  const { language, zoneName } = useFormat();
  const zone = site?.time_zone ?? zoneName;
  const { year, month: running } = dayOf(Date.now(), zone);
  const months = Array.from({ length: OFFERED }, (_, back) => {
    const begin = startOfDay({ year, month: running - back, day: 1 }, zone);
    return {
      value: isoDay(begin, zone).slice(0, 7),
      label: formatDate(begin, 'month', zone, language),
    };
  });
  // The last complete month.
  const [month, setMonth] = useState(months[1]?.value ?? '');
  const [of, setOf] = useState<'en' | 'zh'>(languageOf(language));
  const [account, setAccount] = useState<PickedAccount | null>(null);
  const [busy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    const query = { month, language: of };
    const came = site
      ? await downloadFile(siteReport, {
          params: { tenantId, id: site.id },
          query,
          fallbackName: `${site.name} ${month}.pdf`,
        })
      : await downloadFile(fleetReport, {
          params: { tenantId },
          query: { ...query, account: account?.id },
          fallbackName: `${month}.pdf`,
        });
    setBusy(false);
    if (came) onClose();
  };
  return (
    <Dialog opened guarded={false} onClose={onClose} title={t(site ? 'report.title' : 'report.titleAll')}>
      <Stack gap="md">
        <Text size="sm">{t(site ? 'report.text' : 'report.textAll')}</Text>
        {!site && roleId < END_USER && (
          <AccountPicker
            label={t('report.of')}
            description={t('report.ofHint')}
            value={account ? [account] : []}
            onChange={([picked]) => setAccount(picked ?? null)}
          />
        )}
        <Select
          label={t('report.month')}
          description={site?.time_zone}
          data={months}
          value={month}
          allowDeselect={false}
          onChange={(value) => value && setMonth(value)}
          data-autofocus
        />
        <SegmentedControl
          aria-label={t('report.language')}
          value={of}
          onChange={(value) => setOf(value as typeof of)}
          data={[
            { value: 'en', label: languageNames.en },
            { value: 'zh', label: languageNames.zh },
          ]}
        />
        {!account && <ReportByEmail siteId={site?.id ?? null} language={of} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            loading={busy}
            leftSection={<IconDownload size={16} stroke={1.8} />}
            onClick={() => void load()}
          >
            {t('report.download')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
