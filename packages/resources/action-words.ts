import type { Words } from '@voltloop/resource-kit';
import { registry } from './registry.ts';

const words = (en: string, zh: string): Words => ({ en, zh });

/** Object types of the audit trail that are not resources. */
const objects: Readonly<Record<string, Words>> = {
  account: words('Account', '账号'),
  command: words('Command', '指令'),
  event: words('Event', '事件'),
  file: words('File', '文件'),
  firmware_key: words('Firmware key', '固件签名密钥'),
  firmware_package: words('Firmware package', '固件包'),
  import: words('Import', '导入'),
  invitation: words('Invitation', '邀请'),
  log: words('Operation log', '操作日志'),
  log_redaction: words('Removal from the log', '日志去标识化'),
  retention: words('Retention', '数据保留'),
  param_batch: words('Parameter change', '参数批量下发'),
  param_template: words('Parameter template', '参数模板'),
  period: words('Month of the ledger', '会计期间'),
  report: words('Report', '上报记录'),
  reportingConfig: words('Reporting configuration', '上报配置'),
  reportingRule: words('Reporting deadline', '上报期限规则'),
  role: words('Role', '角色'),
  rule: words('Event rule', '事件规则'),
  tenant: words('Organization', '租户'),
  thing: words('Device', '设备'),
  upgrade_campaign: words('Upgrade', '升级任务'),
  view: words('Saved view', '保存的视图'),
  webhook: words('Webhook', 'Webhook'),
};

/** The generic verbs of actions; in Chinese they precede the object, in English they follow it. */
const verbs: Readonly<Record<string, Words>> = {
  insert: words('created', '新增'),
  create: words('created', '新建'),
  update: words('changed', '修改'),
  delete: words('deleted', '删除'),
  restore: words('restored', '恢复'),
  step: words('state changed', '变更状态：'),
  export: words('exported', '导出'),
  import: words('imported', '导入'),
  read: words('personal data read', '查看个人信息：'),
  menus: words('rights assigned', '分配权限：'),
};

/** Actions whose text is not composed of object and verb. */
const actions: Readonly<Record<string, Words>> = {
  'account.avatar_remove': words('Picture of an account removed', '删除账号头像'),
  'account.confirm': words('Password or code asked again', '再次验证密码或验证码'),
  'account.disable': words('Account disabled', '停用账号'),
  'account.enable': words('Account enabled', '启用账号'),
  'account.factor.codes': words('Recovery codes renewed', '重新生成恢复码'),
  'account.factor.enrol': words('Two-step sign-in begun', '开始设置两步验证'),
  'account.factor.off': words('Two-step sign-in switched off', '关闭两步验证'),
  'account.factor.on': words('Two-step sign-in switched on', '开启两步验证'),
  'account.factor.reset': words('Two-step sign-in reset', '重置两步验证'),
  'account.identity.link': words('Single sign-on linked', '绑定单点登录'),
  'account.identity.unlink': words('Single sign-on unlinked', '解除单点登录绑定'),
  'account.token.create': words('API token created', '创建 API 令牌'),
  'account.token.revoke': words('API token revoked', '吊销 API 令牌'),
  'account.move': words('Account moved', '调整上级账号'),
  'account.password': words('Own password changed', '修改密码'),
  'account.preferences': words('Preferences changed', '修改偏好设置'),
  'account.forgot_password': words('Password reset link requested', '申请重置密码'),
  'account.password_by_link': words('Password reset by e-mail link', '通过邮件链接重置密码'),
  'matching.run': words('Matching run', '运行配组'),
  'notification.channel.insert': words('Notification channel added', '新增通知渠道'),
  'notification.channel.confirm': words('Notification channel confirmed', '验证通知渠道'),
  'notification.channel.delete': words('Notification channel removed', '删除通知渠道'),
  'notification.channel.stop': words('Notification channel stopped', '停用失效的通知渠道'),
  'notification.channel.resume': words('Notification channel enabled again', '重新启用通知渠道'),
  'notification.rule.insert': words('Notification rule added', '新增通知规则'),
  'notification.rule.update': words('Notification rule changed', '修改通知规则'),
  'notification.rule.delete': words('Notification rule deleted', '删除通知规则'),
  'notification.quiet': words('Quiet hours changed', '修改免打扰时段'),
  'webhook.stop': words('Webhook stopped', '停用失效的 Webhook'),
  'webhook.resume': words('Webhook resumed', '恢复 Webhook'),
  'tenant.create': words('Organization created by the operator', '运营方创建租户'),
  'tenant.set_up_link': words('Set-up link created by the operator', '运营方生成初始化链接'),
  'tenant.erase': words('Organization erased by the operator', '运营方删除租户'),
  'tenant.offlineAfter': words('Time until offline changed by the operator', '运营方修改离线判定时间'),
  'tenant.retention': words('Retention changed by the operator', '运营方修改数据保留期限'),
  'tenant.limits': words('Limits changed by the operator', '运营方修改租户限额'),
  'tenant.disable': words('Organization disabled by the operator', '运营方停用租户'),
  'tenant.enable': words('Organization enabled by the operator', '运营方启用租户'),
  'account.personal_data': words('Personal data exported', '导出个人信息'),
  'account.erase': words('Personal data erased', '删除个人信息'),
  'log.redact': words('Personal data removed from the log', '去除日志中的个人信息'),
  'account.reset_password': words('Password reset', '重置密码'),
  'accounts.developer_export': words('Accounts exported (developer)', '导出账号（开发者）'),
  'brand.host': words('Host name of a brand changed', '修改品牌域名'),
  'command.cancel': words('Command cancelled', '指令取消'),
  'command.expire': words('Command expired', '指令过期'),
  'command.lateReply': words('Command answered late', '指令超时应答'),
  'command.reply': words('Command answered', '指令应答'),
  'command.send': words('Command sent', '下发指令'),
  'cyclerMapping.save': words('Mapping of a cycler saved', '保存检测设备字段映射'),
  'event.acknowledge': words('Event acknowledged', '确认事件'),
  'file.delete': words('File removed', '删除文件'),
  'file.expire': words('Unused file removed', '清理未使用文件'),
  'file.upload': words('File uploaded', '上传文件'),
  'firmware.key.add': words('Firmware key added', '添加固件签名密钥'),
  'firmware.key.revoke': words('Firmware key revoked', '吊销固件签名密钥'),
  'firmware.package.publish': words('Firmware package published', '发布固件包'),
  'firmware.package.upload': words('Firmware package uploaded', '上传固件包'),
  'firmware.package.uploadAndPublish': words('Firmware package uploaded and published', '上传并发布固件包'),
  'firmware.package.withdraw': words('Firmware package withdrawn', '撤回固件包'),
  'history.compare': words('Comparison exported', '导出对比数据'),
  'retention.remove': words('Old data removed', '清理过期数据'),
  'site.addDevice': words('Device added to a site', '站点添加设备'),
  'site.removeDevice': words('Device removed from a site', '站点移出设备'),
  'site.addNote': words('Note of a site added', '新增站点备注'),
  'site.deleteNote': words('Note of a site deleted', '删除站点备注'),
  'site.putTariff': words('Tariff of a site saved', '保存站点电价'),
  'site.deleteTariff': words('Tariff of a site deleted', '删除站点电价'),
  'site.putPrices': words('Prices of a site saved', '保存站点分时电价'),
  'site.requestTransfer': words('Transfer of a site requested', '申请转移站点'),
  'site.expireTransfer': words('Transfer of a site expired', '站点转移申请过期'),
  'site.report': words('Site report made', '生成站点报告'),
  'report.subscribe': words('Monthly report by e-mail subscribed', '订阅月度报告邮件'),
  'report.unsubscribe': words('Monthly report by e-mail ended', '退订月度报告邮件'),
  'fleet.report': words('Report of all sites made', '生成全部站点报告'),
  'history.export': words('History exported', '导出历史数据'),
  'import.confirm': words('Import confirmed', '确认导入'),
  'import.upload': words('Import uploaded', '上传导入文件'),
  'invitation.accept': words('Invitation accepted', '接受邀请'),
  'invitation.revoke': words('Invitation revoked', '撤销邀请'),
  'log.check': words('Hash chain checked', '校验哈希链'),
  'log.export': words('Operation log exported', '导出操作日志'),
  'order.settle': words('Order settled', '订单结算'),
  'order.return': words('Goods of an order returned', '订单退货'),
  'order.ship': words('Shipped quantity of an order changed', '订单出库数量变更'),
  'params.batch.cancel': words('Parameter change cancelled', '取消参数下发'),
  'params.batch.retry': words('Parameter change retried', '重试参数下发'),
  'params.batch.start': words('Parameter change started', '开始参数下发'),
  'params.job.failed': words('Parameters not taken', '参数写入失败'),
  'params.job.verified': words('Parameters verified', '参数回读一致'),
  'params.ownerLimits': words('Limits of owners changed', '修改业主可设置范围'),
  'params.read': words('Parameters read', '读取参数'),
  'params.template.create': words('Parameter template created', '新建参数模板'),
  'params.template.delete': words('Parameter template deleted', '删除参数模板'),
  'params.template.update': words('Parameter template changed', '修改参数模板'),
  'stock.export': words('Stock exported', '导出库存台账'),
  'passportModel.values': words('Values of a passport model changed', '修改护照型号数据'),
  'period.close': words('Month closed', '结账'),
  'period.reopen': words('Month reopened', '反结账'),
  'report.accepted': words('Report accepted by the platform', '平台接收上报'),
  'report.correct': words('Values of a report entered', '补充或更正上报信息'),
  'report.expired': words('Report without an answer', '上报超时'),
  'report.export': words('Reports exported for upload', '导出待上传记录'),
  'report.refused': words('Report refused by the platform', '平台退回上报'),
  'report.retry': words('Report submitted again', '重新上报'),
  'report.submit': words('Report submitted', '提交上报'),
  'reportingConfig.activate': words('Reporting configuration put into effect', '启用上报配置'),
  'reportingConfig.void': words('Reporting configuration voided', '作废上报配置'),
  'reportingRule.save': words('Reporting deadline set', '设置上报期限规则'),
  'session.code': words('Sign-in code made', '生成登录码'),
  'session.create': words('Signed in', '登录'),
  'session.end': words('Signed out', '退出登录'),
  'session.refuse': words('Sign-in refused', '登录被拒绝'),
  'session.revoke': words('Session ended from elsewhere', '结束其他会话'),
  'stock.rebuild': words('Stock rebuilt from the ledger', '按流水重建库存'),
  'thing.bind': words('Device bound', '绑定设备'),
  'thing.register': words('Device registered', '注册设备'),
  'thing.secret': words('Device secret renewed', '更换设备密钥'),
  'thing.secretRefused': words('Wrong device secret refused', '设备密钥错误被拒绝'),
  'thing.unbind': words('Device unbound', '解绑设备'),
  'things.developer_backup': words('Devices exported (developer)', '导出设备（开发者）'),
  'things.export': words('Devices exported', '导出设备'),
  'upgrade.campaign.advance': words('Next wave of an upgrade begun', '进入下一批升级'),
  'upgrade.campaign.cancel': words('Upgrade cancelled', '取消升级'),
  'upgrade.campaign.finish': words('Upgrade finished', '升级任务完成'),
  'upgrade.campaign.pause': words('Upgrade paused', '暂停升级'),
  'upgrade.campaign.resume': words('Upgrade continued', '继续升级'),
  'upgrade.campaign.retry': words('Upgrade retried', '重试升级'),
  'upgrade.campaign.start': words('Upgrade started', '开始升级'),
  'upgrade.campaign.stop': words('Upgrade stopped: too many failures', '失败过多，升级中止'),
  'upgrade.job.cancel': words('Upgrade of a device cancelled', '取消单台升级'),
  'upgrade.job.defer': words('Upgrade of a device put off', '推迟单台升级'),
  'upgrade.job.download': words('Device downloads the upgrade', '设备下载固件'),
  'upgrade.job.drop': words('Upgrade of a device not needed', '跳过单台升级'),
  'upgrade.job.fail': words('Upgrade of a device failed', '单台升级失败'),
  'upgrade.job.finish': words('Upgrade of a device finished', '单台升级完成'),
  'upgrade.job.install': words('Device installs the upgrade', '设备安装固件'),
  'upgrade.job.send': words('Upgrade sent to a device', '向设备下发升级'),
  'view.default': words('Saved view made the default', '设为默认视图'),
  'view.rename': words('Saved view renamed', '重命名视图'),
  'view.save': words('Saved view kept', '保存视图'),
};

type Language = 'en' | 'zh';

/** Object types of the audit trail that have a name, sorted by it; the type is added where two have the same name. */
export function auditedObjects(): { name: string; en: string; zh: string }[] {
  const all = [
    ...Object.entries(objects).map(([name, { en, zh }]) => ({ name, en, zh })),
    ...Object.entries(registry).map(([name, { one }]) => ({ name, en: one.en, zh: one.zh })),
  ];
  const isUnique = (label: string) => all.filter(({ en, zh }) => en === label || zh === label).length === 1;
  return all
    .map(({ name, en, zh }) => ({
      name,
      en: isUnique(en) ? en : `${en} (${name})`,
      zh: zh === en || isUnique(zh) ? zh : `${zh} (${name})`,
    }))
    .sort((a, b) => (a.en < b.en ? -1 : 1));
}

/** The name of an object type of the audit trail; the type itself if it has none. */
export function objectTypeLabel(type: string, language: Language): string {
  return (registry[type]?.one ?? objects[type])?.[language] ?? type;
}

/** The text of an audit action: `customer.update` is 'Customer changed', 修改客户. */
export function actionLabel(action: string, language: Language): string {
  const own = actions[action];
  if (own) return own[language];
  const dot = action.indexOf('.');
  const object = objectTypeLabel(action.slice(0, dot), language);
  const verb = verbs[action.slice(dot + 1)]?.[language];
  if (dot < 1 || verb === undefined) return action;
  return language === 'zh' ? verb + object : `${object} ${verb}`;
}
