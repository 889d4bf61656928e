import { useQuery } from '@tanstack/react-query';
import type { SiteDetail } from '@voltloop/contract/calls/sites.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../ui/facts/fact-list.tsx';
import { formatDate, useFormat } from '../../ui/index.ts';
import { useNow } from '../../ui/time/use-now.ts';
import { areaNames } from '../../ui/widgets/area-names.ts';
import { SiteTags } from './site-tags.tsx';

/** Owner and number, address, local time and tags, in one wrapping line. */
export function SiteFacts({ site }: { site: SiteDetail }) {
  const { t } = useTranslation('sites');
  const { language } = useFormat();
  const now_ms = useNow(10_000);
  const placeOf = useQuery({ ...areaNames, enabled: site.region !== null }).data;
  const address = [site.region && placeOf?.(site.region), site.address].filter(Boolean).join(' ');
  const { owner } = site;
  const facts: [string, ReactNode][] = [
    [t('fact.owner'), `${owner.name} (${owner.user_name})`],
    ...(owner.phone
      ? [
          [
            t('fact.phone'),
            <a key="p" href={`tel:${owner.phone.replace(/[^+\d]/g, '')}`}>
              {owner.phone}
            </a>,
          ] as [string, ReactNode],
        ]
      : []),
    ...(address ? [[t('fact.address'), address] as [string, ReactNode]] : []),
    [t('fact.local'), `${formatDate(now_ms, 'time', site.time_zone, language)} ${site.time_zone}`],
    ...(site.tags.length > 0
      ? [[t('fact.tags'), <SiteTags key="t" tags={site.tags} />] as [string, ReactNode]]
      : []),
  ];
  return <FactList facts={facts} />;
}
