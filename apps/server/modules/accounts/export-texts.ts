import type { AccountKind, UserStateName } from '@voltloop/contract';

interface ExportTexts {
  fileName: string;
  header: readonly string[];
  kind: Record<AccountKind, string>;
  state: Record<UserStateName, string>;
}

/** What an exported list of accounts says, in the languages of the console. */
export const exportTexts: Record<'en' | 'zh', ExportTexts> = {
  en: {
    fileName: 'users',
    header: [
      'User name',
      'Name',
      'Kind',
      'State',
      'Superior',
      'E-mail',
      'Mobile',
      'Company',
      'Address',
      'Accounts directly below',
      'Devices',
      'Created',
      'Last sign-in',
    ],
    kind: {
      main: 'Main account',
      factory: 'Factory',
      agent1: 'Agent I',
      agent2: 'Agent II',
      company: 'Installation company',
      installer: 'Installer',
      enduser: 'End user',
      staff: 'Back office',
    },
    state: { active: 'Active', disabled: 'Disabled', never: 'Never signed in' },
  },
  zh: {
    fileName: '用户',
    header: [
      '用户名',
      '名称',
      '类型',
      '状态',
      '上级',
      '邮箱',
      '手机',
      '公司',
      '地址',
      '直属账号数',
      '设备数',
      '创建时间',
      '最近登录',
    ],
    kind: {
      main: '主账号',
      factory: '工厂',
      agent1: '一级代理',
      agent2: '二级代理',
      company: '安装公司',
      installer: '安装商',
      enduser: '终端用户',
      staff: '后台账号',
    },
    state: { active: '正常', disabled: '已停用', never: '从未登录' },
  },
};
