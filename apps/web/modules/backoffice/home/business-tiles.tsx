import { useQuery } from '@tanstack/react-query';
import { rights } from '@voltloop/contract/rights.ts';
import { rooms } from '@voltloop/resources/rooms.ts';
import { localeOf, StatRow, StatTile, useFormat } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { useRight } from '../../../context/rights.ts';
import { waitingDocuments } from '../../approvals/index.ts';
import { deskCounts } from '../../reporting/index.ts';
import { businessFigures } from './queries.ts';

const TONNE_KG = 1000;

/** How the business does: what came in, what waits for the account, what orders are worth and how late they are. */
export function BusinessTiles() {
  const { t } = useTranslation('backofficeHome');
  const { number, language } = useFormat();
  const mayApprove = useRight(rights.approvals);
  const mayReport = useRight(rights.reporting.see);
  const { data } = useQuery(businessFigures);
  const waiting = useQuery({ ...waitingDocuments, enabled: mayApprove }).data;
  const reports = useQuery({ ...deskCounts, enabled: mayReport }).data;
  if (!data)
    return (
      <StatRow>
        {[0, 1, 2, 3].map((n) => (
          <StatTile key={n} label={' '} value="" loading />
        ))}
      </StatRow>
    );
  const { intake, orders } = data;
  if (!intake && !orders && !mayApprove && !mayReport) return null;
  const sum = (name: 'overdue' | 'today' | 'failed') =>
    (reports?.types ?? []).reduce((all, each) => all + each[name], 0);
  const tonnes = (kg: string) => number(Number(kg) / TONNE_KG, Number(kg) < 10 * TONNE_KG ? 2 : 1);
  const change = (now: number, before: number) =>
    before > 0
      ? t('business.change', {
          change: `${now >= before ? '+' : '−'}${number(Math.abs(now / before - 1) * 100)} %`,
        })
      : t('business.noneBefore');
  const compact = new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  const money = (amount: string) => compact.format(Number(amount));
  const share =
    orders && Number(orders.open.amount) > 0 ? Number(orders.shipped) / Number(orders.open.amount) : 0;
  return (
    <StatRow>
      {intake && (
        <>
          <StatTile
            label={t('business.intake')}
            value={tonnes(intake.kg)}
            unit="t"
            hint={change(Number(intake.kg), Number(intake.before.kg))}
            trend={intake.days}
            to="/backoffice/receipt?f.status=posted"
          />
          <StatTile
            label={t('business.intakePieces')}
            value={number(intake.pieces)}
            hint={change(intake.pieces, intake.before.pieces)}
            to="/backoffice/receipt?f.status=posted"
          />
        </>
      )}
      {mayApprove && (
        <StatTile
          label={t('business.waiting')}
          value={waiting ? number(waiting.total) : ''}
          hint={t(waiting?.total ? 'business.waitingText' : 'business.waitingNone')}
          tone={waiting?.total ? 'warning' : 'neutral'}
          to={rooms.approvals.path}
          loading={!waiting}
        />
      )}
      {mayReport && (
        <StatTile
          label={t('business.reports')}
          value={reports ? number(sum('overdue')) : ''}
          hint={t('business.reportsText', { today: number(sum('today')), failed: number(sum('failed')) })}
          tone={sum('overdue') > 0 ? 'danger' : 'neutral'}
          to={`${rooms.reporting.path}?when=overdue`}
          loading={!reports}
        />
      )}
      {orders && (
        <>
          <StatTile
            label={t('business.orders')}
            value={money(orders.open.amount)}
            hint={t('business.shipped', {
              count: orders.open.count,
              total: number(orders.open.count),
              share: number(share * 100),
            })}
            to="/backoffice/order?f.state=1,2&f.status=1"
          />
          <StatTile
            label={t('business.overdue')}
            value={money(orders.overdue.amount)}
            hint={t('business.overdueCount', {
              count: orders.overdue.count,
              total: number(orders.overdue.count),
            })}
            tone={orders.overdue.count > 0 ? 'danger' : 'neutral'}
            to="/backoffice/order?f.state=1,2&f.status=1"
          />
        </>
      )}
    </StatRow>
  );
}
