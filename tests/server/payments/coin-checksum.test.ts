import { expect, it } from 'vitest';
import { hasRightChecksum } from '../../../server/payments/coin-checksum.ts';

/** From the texts of EIP-55, BIP 173 and BIP 350, the first block's payee, and a contract of TRON. */
it.each([
  ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', true],
  ['trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', false],
  ['TRC20', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', false],
  ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', true],
  ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', false],
  ['BEP20', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', true],
  ['ERC20', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', true],
  ['ERC20', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', true],
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', true],
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', false],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', true],
  ['BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', true],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', false],
  ['BTC', 'bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', false],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', true],
  ['BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', false],
  ['NEWCHAIN', 'anything-goes-here', true],
])('%s %s: %s', (network, address, isRight) => {
  expect(hasRightChecksum(address, network)).toBe(isRight);
});
