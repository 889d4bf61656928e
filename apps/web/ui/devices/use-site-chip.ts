import { useQuery } from '@tanstack/react-query';
import { getSite } from '@voltloop/contract/calls/sites.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';

/** The text of the chip of a filter by site; the id until the name has loaded, or when the site is not visible. */
export function useSiteChip(id: string): string {
  const { t } = useTranslation('list');
  const { tenantId } = useAccount();
  const site = useQuery({
    queryKey: ['sites', 'one', tenantId, id],
    queryFn: ({ signal }) => call(getSite, { params: { tenantId, id }, signal }),
    enabled: id !== '',
    staleTime: 60_000,
    retry: false,
  }).data;
  return t('filter.site', { name: site?.name ?? id });
}
