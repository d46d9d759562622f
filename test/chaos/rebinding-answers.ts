/** What an attacker's name server answers for its names, in turns. Without imports: a crawler is started with it. */
export const ANSWERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'own.rebound.test': [['127.0.0.1']],
  'own6.rebound.test': [['::1']],
  'inside.rebound.test': [['10.0.0.1'], ['192.168.0.1'], ['169.254.169.254']],
  'mixed.rebound.test': [['8.8.8.8', '127.0.0.1']],
  'turning.rebound.test': [['8.8.8.8', '::1'], ['127.0.0.1'], ['0.0.0.0'], ['::ffff:127.0.0.1']],
  'nowhere.rebound.test': [[]],
};
