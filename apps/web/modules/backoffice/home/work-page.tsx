import { SegmentedControl, Select } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '@voltloop/contract';
import type { backofficeWork } from '@voltloop/contract/calls/backoffice-home.ts';
import { workList } from '@voltloop/contract/lists/work.list.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import type { Resource } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { screens } from '@voltloop/resources/screens.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../../context/language-of.ts';
import { EmptyState, NO_VALUE, PageHeader, StatusBadge, useFormat } from '../../../ui/index.ts';
import { DeclaredList } from '../../../ui/list/declared-list.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { useListPlace } from '../../../ui/list/use-list-place.ts';
import { BackLink } from '../../../ui/page/back-link.tsx';
import { rowPath } from '../../resources/index.ts';
import { workPage } from './queries.ts';
import styles from './work-page.module.css';

type Work = ReplyOf<typeof backofficeWork>['list'][number];

const NO_DECLARATIONS: ReadonlyMap<string, Resource> = new Map();
/** The value for all kinds. */
const ANY = '';

/** All records of pending work, of all kinds. */
export default function WorkPage() {
  const { t } = useTranslation('backofficeHome');
  const { language } = useFormat();
  const of = languageOf(language);
  const place = useListPlace(workList);
  const { view, show } = place;
  const found = useQuery(workPage(view));
  const resources = found.data?.resources ?? NO_DECLARATIONS;
  const kinds = found.data?.work.kinds ?? [];
  const cells = useMemo(
    () => ({
      what: (work: Work) => <What work={work} own={work.own} />,
      state: (work: Work) => <WorkState work={work} resources={resources} />,
    }),
    [resources],
  );
  return (
    <DeclaredList
      list={workList}
      place={place}
      bare
      label={t('work.title')}
      found={{ ...found, data: found.data?.work }}
      keyOf={({ id }) => id}
      header={
        <>
          <BackLink to={screens.home.path}>{screens.home.name[of]}</BackLink>
          <PageHeader
            title={t('work.title')}
            description={t('work.description')}
            tools={
              <>
                <Select
                  size="sm"
                  aria-label={t('work.kind')}
                  allowDeselect={false}
                  data={[
                    { value: ANY, label: t('work.anyKind') },
                    ...kinds.map(({ resource, count }) => ({
                      value: resource,
                      label: t('work.kindCount', { kind: registry[resource]?.one[of] ?? resource, count }),
                    })),
                  ]}
                  value={view.kind ?? ANY}
                  onChange={(kind) => show({ kind: kind || null })}
                />
                <SegmentedControl
                  size="sm"
                  aria-label={t('work.of.label')}
                  value={view.own ? 'own' : 'all'}
                  onChange={(whose) => show({ own: whose === 'own' })}
                  data={(['all', 'own'] as const).map((value) => ({ value, label: t(`work.of.${value}`) }))}
                />
              </>
            }
          />
        </>
      }
      cells={cells}
      hrefOf={({ resource, id }) => rowPath(resource, id)}
      card={(work) => (
        <div className={styles.card}>
          <span className={styles.text}>
            <What work={work} own={false} />
            <span className={styles.about}>
              {[work.own && t('work.own'), work.about].filter(Boolean).join(' · ')}
            </span>
          </span>
          <span className={styles.side}>
            <WorkState work={work} resources={resources} />
            <span>{work.day}</span>
          </span>
        </div>
      )}
      cardHeight={72}
      empty={
        <EmptyState
          icon={<IconCircleCheck size={22} stroke={1.6} />}
          title={t('work.none')}
          text={t('work.noneText')}
        />
      }
    />
  );
}

function What({ work: { resource, no }, own }: { work: Work; own: boolean }) {
  const { t } = useTranslation('backofficeHome');
  const of = languageOf(useFormat().language);
  return (
    <TwoLines
      main={[registry[resource]?.one[of] ?? resource, no].filter(Boolean).join(' ')}
      sub={own ? t('work.own') : undefined}
    />
  );
}

interface WorkStateProps {
  work: Work;
  resources: ReadonlyMap<string, Resource>;
}

function WorkState({ work: { resource, status }, resources }: WorkStateProps) {
  const of = languageOf(useFormat().language);
  const field = resources.get(resource)?.fields.status;
  if (field?.kind !== 'option') return NO_VALUE;
  return (
    <StatusBadge tone={field.tones?.[status] ?? 'neutral'} variant="plain">
      {optionLabel(field.list, status, of)}
    </StatusBadge>
  );
}
