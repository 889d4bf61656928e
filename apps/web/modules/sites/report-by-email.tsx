import { Switch } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  deleteReportSchedule,
  listReportSchedules,
  saveReportSchedule,
} from '@voltloop/contract/calls/reports.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { languageNames } from '../../context/i18n.ts';
import { loadSetupInfo, useSetupInfo } from '../../context/setup-info.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';

const schedules = queryOptions({
  queryKey: ['sites', 'report schedules'],
  queryFn: ({ signal }) => call(listReportSchedules, { signal }),
});

/** Toggles the monthly e-mail with the report of a site, or of all sites. */
export function ReportByEmail({ siteId, language }: { siteId: string | null; language: 'en' | 'zh' }) {
  const { t } = useTranslation('sites');
  const { mail } = useSetupInfo();
  useEffect(() => void loadSetupInfo(), []);
  const client = useQueryClient();
  const found = useQuery(schedules);
  const schedule = found.data?.list.find(({ site }) => (site?.id ?? null) === siteId);
  const change = useMutation({
    mutationFn: async (on: boolean) => {
      if (on) await call(saveReportSchedule, { body: { site: siteId, language } });
      else if (schedule) await call(deleteReportSchedule, { params: { id: schedule.id } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: schedules.queryKey }),
  });
  const email = found.data?.email ?? null;
  const off = !mail ? t('report.noMail') : found.data && email === null ? t('report.noEmail') : null;
  const text = schedule
    ? t('report.sentTo', { email, language: languageNames[schedule.language] })
    : email === null
      ? undefined
      : t('report.wouldGoTo', { email });
  const last = schedule?.last;
  return (
    <Switch
      label={t('report.monthly')}
      description={
        off ?? [text, last && t(`report.last.${last.state}`, { month: last.month })].filter(Boolean).join(' ')
      }
      checked={change.isPending ? change.variables : schedule !== undefined}
      disabled={(off !== null && !schedule) || !found.data || change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  );
}
