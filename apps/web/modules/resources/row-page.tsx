import { Button, Menu } from '@mantine/core';
import { IconAlertTriangle, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { fieldOf, type Resource } from '@voltloop/resource-kit';
import { ErrorState, NoPermission, PageHeader, SkeletonPage } from '@voltloop/ui';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ApiError, isRefused } from '../../api/errors.ts';
import { useFinishTab, useTabTitle } from '../../context/tab-context.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { usePageTabs } from '../../parts/page-tabs.tsx';
import { HistoryTab } from './detail/history-tab.tsx';
import { relatedPanels } from './detail/related-panel.tsx';
import { Sections } from './detail/sections.tsx';
import { say } from './fields.ts';
import linkStyles from './link-button.module.css';
import { editPath, type Loaded, listPath, useLoaded } from './loaded.ts';
import { oneRow } from './queries.ts';
import { type Asked, isOpen, RowActions, stepsFrom } from './row-actions.tsx';
import { RowGone } from './row-gone.tsx';
import { useAct } from './use-act.ts';
import { useRights } from './use-rights.ts';
import { Value } from './value.tsx';
import type { Row, Views } from './views.ts';

/** One row of an entity: what it is, what can be done with it, what happened to it. */
export default function RowPage() {
  const { id = '' } = useParams();
  const { i18n } = useTranslation('backoffice');
  const loaded = useLoaded();
  const { resource } = loaded;
  const found = useQuery(oneRow(loaded, id));
  useTabTitle(found.data ? String(found.data[resource.title] ?? '') : undefined);
  if (found.data && !found.error) return <KnownRow key={id} loaded={loaded} row={found.data} />;
  if (found.error instanceof ApiError && found.error.status === 404) return <RowGone loaded={loaded} />;
  if (isRefused(found.error)) return <NoPermission />;
  if (found.data) return <KnownRow key={id} loaded={loaded} row={found.data} />;
  if (found.isPending) return <SkeletonPage />;
  return (
    <>
      <BackLink to={listPath(resource.name)}>{say(resource.many, i18n.language)}</BackLink>
      <PageHeader title={say(resource.one, i18n.language)} />
      <ErrorState error={found.error} onRetry={() => void found.refetch()} />
    </>
  );
}

/** The one step that is offered before the others; the views of an entity stay the same while its page lives. */
function useNextStep({ useNextStep: next }: Views, row: Row, resource: Resource): string | null {
  return next ? next(row, resource) : null;
}

function KnownRow({ loaded, row }: { loaded: Loaded; row: Row }) {
  const { t, i18n } = useTranslation('backoffice');
  const { resource, views } = loaded;
  const may = useRights(resource);
  const open = isOpen(resource, row);
  const steps = stepsFrom(resource, row, may);
  // What cannot be undone stands in the menu, apart from what is done every day.
  const dailySteps = steps.filter(([, step]) => !step.danger);
  const grave = steps.filter(([, step]) => step.danger);
  const finish = useFinishTab();
  const [asked, setAsked] = useState<Asked | null>(null);
  const title = String(row[resource.title] ?? '');
  const many = say(resource.many, i18n.language);
  const of = { ids: [row.id], title };
  const panels = [...(views.panels ?? []), ...relatedPanels(resource)].filter(
    ({ right }) => right === undefined || may.has(right),
  );
  const actions = (views.actions ?? []).filter(
    ({ at, right, when }) =>
      at.includes('row') && (right === undefined || may.has(right)) && (!when || when(row)),
  );
  const daily = actions.filter((action) => action.daily);
  const others = actions.filter((action) => !action.daily && !action.danger);
  const graveActions = actions.filter((action) => action.danger);
  const hasGrave = grave.length > 0 || graveActions.length > 0 || (may.delete && open);
  const act = useAct(setAsked);
  const state = resource.life && fieldOf(resource, resource.life.field);
  const next = useNextStep(views, row, resource);
  const ofPanels = panels.map((panel) => ({ id: panel.id, title: say(panel.title, i18n.language) }));
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
        title={title || say(resource.one, i18n.language)}
        meta={
          state && (
            <Value row={row} name={resource.life!.field} field={state} at="detail" resource={resource} />
          )
        }
        // A row without a title is called by its kind already.
        {...(title ? { description: say(resource.one, i18n.language) } : {})}
        tools={
          <>
            {dailySteps.map(([name, step]) => (
              <Button
                key={name}
                size="sm"
                variant={name === next ? 'filled' : 'default'}
                onClick={() => setAsked({ what: 'step', name, ...of })}
              >
                {say(step.label, i18n.language)}
              </Button>
            ))}
            {daily.map((action, place) => (
              <Button
                key={action.id}
                size="sm"
                variant={next === null && place === 0 && !action.quiet ? 'filled' : 'default'}
                leftSection={action.Icon && <action.Icon size={16} stroke={1.8} />}
                onClick={() => act(action, [row], title)}
              >
                {say(action.label, i18n.language)}
              </Button>
            ))}
            {may.update && open && (
              <Button
                size="sm"
                variant="default"
                className={linkStyles.button}
                component={Link}
                to={editPath(resource.name, row.id)}
                leftSection={<IconPencil size={16} stroke={1.8} />}
              >
                {t('menu.edit')}
              </Button>
            )}
            {(others.length > 0 || hasGrave) && (
              <Menu position="bottom-end" width={200} shadow="md">
                <Menu.Target>
                  <Button size="sm" variant="default" px={8} aria-label={t('menu.of', { title })}>
                    <IconDots size={18} stroke={1.8} aria-hidden="true" />
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {others.map((action) => (
                    <Menu.Item
                      key={action.id}
                      leftSection={action.Icon && <action.Icon size={15} />}
                      onClick={() => act(action, [row], title)}
                    >
                      {say(action.label, i18n.language)}
                    </Menu.Item>
                  ))}
                  {others.length > 0 && hasGrave && <Menu.Divider />}
                  {graveActions.map((action) => (
                    <Menu.Item
                      key={action.id}
                      color="red"
                      leftSection={action.Icon && <action.Icon size={15} />}
                      onClick={() => act(action, [row], title)}
                    >
                      {say(action.label, i18n.language)}
                    </Menu.Item>
                  ))}
                  {grave.map(([name, step]) => (
                    <Menu.Item
                      key={name}
                      color="red"
                      leftSection={<IconAlertTriangle size={15} />}
                      onClick={() => setAsked({ what: 'step', name, ...of })}
                    >
                      {say(step.label, i18n.language)}
                    </Menu.Item>
                  ))}
                  {may.delete && open && (
                    <Menu.Item
                      color="red"
                      leftSection={<IconTrash size={15} />}
                      onClick={() => setAsked({ what: 'delete', ...of })}
                    >
                      {t('menu.delete')}
                    </Menu.Item>
                  )}
                </Menu.Dropdown>
              </Menu>
            )}
          </>
        }
      />
      {views.Summary && (
        <Suspense>
          <views.Summary row={row} resource={resource} />
        </Suspense>
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
        asked={asked}
        onClose={() => setAsked(null)}
        onDeleted={() => finish(listPath(resource.name))}
      />
    </>
  );
}
