import { useQuery } from '@tanstack/react-query';
import { fieldOf, type Resource } from '@voltloop/resource-kit';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ApiError, isRefused } from '../../api/errors.ts';
import { useFinishTab, useTabTitle } from '../../context/tab-context.ts';
import { ErrorState, NoPermission, PageHeader, SkeletonPage } from '../../ui/index.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { usePageTabs } from '../../ui/page/page-tabs.tsx';
import { HistoryTab } from './detail/history-tab.tsx';
import { RecordSummary } from './detail/record-summary.tsx';
import { relatedPanels } from './detail/related-panel.tsx';
import { Sections } from './detail/sections.tsx';
import { localized } from './fields.ts';
import { type LoadedPage, listPath, useLoadedPage } from './loaded.ts';
import { oneRow } from './queries.ts';
import { RowActions, type RowRequest, stepsFrom } from './row-actions.tsx';
import { rowButtons } from './row-buttons.ts';
import { RowGone } from './row-gone.tsx';
import { RowTools } from './row-tools.tsx';
import { tabName } from './tab-name.ts';
import { useRights } from './use-rights.ts';
import { Value } from './value.tsx';
import type { Row, Views } from './views.ts';

/** One row of a resource: facts, actions and history. */
export default function RowPage() {
  const { id = '' } = useParams();
  const { i18n } = useTranslation('backoffice');
  const loaded = useLoadedPage();
  const { resource } = loaded;
  const found = useQuery(oneRow(loaded, id));
  useTabTitle(found.data && tabName(resource, found.data, i18n.language));
  if (found.data && !found.error) return <KnownRow key={id} loaded={loaded} row={found.data} />;
  if (found.error instanceof ApiError && found.error.status === 404) return <RowGone loaded={loaded} />;
  if (isRefused(found.error)) return <NoPermission />;
  if (found.data) return <KnownRow key={id} loaded={loaded} row={found.data} />;
  if (found.isPending) return <SkeletonPage />;
  return (
    <>
      <BackLink to={listPath(resource.name)}>{localized(resource.many, i18n.language)}</BackLink>
      <PageHeader title={localized(resource.one, i18n.language)} />
      <ErrorState error={found.error} onRetry={() => void found.refetch()} />
    </>
  );
}

/** The primary step; `views` never change while the page is mounted, so calling the hook conditionally is safe. */
function useNextStep({ useNextStep: next }: Views, row: Row, resource: Resource): string | null {
  return next ? next(row, resource) : null;
}

/** The extension of the steps; conditional like {@link useNextStep}. */
function useSteps({ useSteps: steps }: Views, row: Row, resource: Resource) {
  return steps?.(row, resource);
}

function KnownRow({ loaded, row }: { loaded: LoadedPage; row: Row }) {
  const { t, i18n } = useTranslation('backoffice');
  const { resource, views } = loaded;
  const may = useRights(resource);
  const finish = useFinishTab();
  const [request, setRequest] = useState<RowRequest | null>(null);
  const title = String(row[resource.title] ?? '');
  const many = localized(resource.many, i18n.language);
  const panels = [...(views.panels ?? []), ...relatedPanels(resource)].filter(
    ({ right }) => right === undefined || may.has(right),
  );
  const actions = (views.actions ?? []).filter(
    ({ at, right, when }) =>
      at.includes('row') && (right === undefined || may.has(right)) && (!when || when(row)),
  );
  const state = resource.life && fieldOf(resource, resource.life.field);
  const next = useNextStep(views, row, resource);
  const steps = useSteps(views, row, resource);
  const buttons = rowButtons(stepsFrom(resource, row, may), actions, next);
  const ofPanels = panels.map((panel) => ({ id: panel.id, title: localized(panel.title, i18n.language) }));
  const tabs = [
    ...ofPanels.filter((each) => each.id === views.firstPanel),
    { id: 'fields', title: t('tab.fields') },
    ...ofPanels.filter((each) => each.id !== views.firstPanel),
    { id: 'history', title: t('tab.history') },
  ];
  const { tab, strip, panelProps } = usePageTabs(tabs, t('tab.label'));
  const panel = panels.find(({ id }) => id === tab);
  return (
    <>
      <BackLink to={listPath(resource.name)}>{many}</BackLink>
      <PageHeader
        title={title || localized(resource.one, i18n.language)}
        meta={
          state && (
            <Value row={row} name={resource.life!.field} field={state} at="detail" resource={resource} />
          )
        }
        // The kind is already in the title of a row without a title.
        {...(title ? { description: localized(resource.one, i18n.language) } : {})}
        tools={<RowTools loaded={loaded} row={row} may={may} buttons={buttons} onRequest={setRequest} />}
      />
      {views.Summary ? (
        <Suspense>
          <views.Summary row={row} resource={resource} />
        </Suspense>
      ) : (
        <RecordSummary
          loaded={loaded}
          row={row}
          may={may}
          next={buttons.first && localized(buttons.first.label, i18n.language)}
        />
      )}
      {strip}
      <div {...panelProps}>
        {tab === 'history' ? (
          <HistoryTab loaded={loaded} row={row} />
        ) : panel ? (
          <Suspense>
            <panel.Panel row={row} resource={resource} />
          </Suspense>
        ) : (
          <Sections loaded={loaded} row={row} maySeePersonal={may.personal} />
        )}
      </div>
      <RowActions
        loaded={loaded}
        request={request}
        onClose={() => setRequest(null)}
        onDeleted={() => finish(listPath(resource.name))}
        steps={steps}
      />
    </>
  );
}
