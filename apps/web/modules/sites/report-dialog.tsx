import { Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { siteReport } from '@voltloop/contract/calls/reports.ts';
import type { SiteDetail } from '@voltloop/contract/calls/sites.ts';
import { Dialog, useFormat } from '@voltloop/ui';
import { dayOf, startOfDay } from '@voltloop/ui/zone-time.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { downloadFile } from '../../parts/download-file.ts';

/** Months that are offered: two years, the running one first. */
const OFFERED = 25;

/** Downloads the report of a month of a site as a PDF. */
export function ReportDialog({ site, onClose }: { site: SiteDetail; onClose: () => void }) {
  const { t } = useTranslation('sites');
  const { tenantId } = useAccount();
  const { language } = useFormat();
  const { year, month: running } = dayOf(Date.now(), site.time_zone);
  const months = Array.from({ length: OFFERED }, (_, back) => {
    const begin = startOfDay({ year, month: running - back, day: 1 }, site.time_zone);
    const of = dayOf(begin, site.time_zone);
    return {
      value: `${of.year}-${String(of.month).padStart(2, '0')}`,
      label: new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
        ...{ timeZone: site.time_zone, year: 'numeric', month: 'long' },
      }).format(begin),
    };
  });
  // The last month that is over.
  const [month, setMonth] = useState(months[1]?.value ?? '');
  const [of, setOf] = useState<'en' | 'zh'>(language === 'zh' ? 'zh' : 'en');
  const [busy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    const came = await downloadFile(siteReport, {
      params: { tenantId, id: site.id },
      query: { month, language: of },
      fallbackName: `${site.name} ${month}.pdf`,
    });
    setBusy(false);
    if (came) onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('report.title')}>
      <Stack gap="md">
        <Text size="sm">{t('report.text')}</Text>
        <Select
          label={t('report.month')}
          description={site.time_zone}
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
            { value: 'en', label: 'English' },
            { value: 'zh', label: '中文' },
          ]}
        />
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
