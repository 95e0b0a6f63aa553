import type { Messages } from './shape.ts';

export const id: Messages = {
  sessionExpired: 'Silakan masuk',
  badParameter: 'Data yang dikirim tidak valid',
  notForDemo: 'Hanya tersedia untuk akun riil',
  notFound: 'Tidak ditemukan',
  conflict: 'Statusnya sudah berubah, tindakan ini tidak bisa dilakukan',
  wrongCredentials: 'Akun, kata sandi, atau kode salah',
  tooMany: 'Terlalu banyak permintaan, silakan coba lagi nanti',
  marketClosed: 'Pasar sedang tutup',
  notEnoughMargin: 'Margin tersedia tidak cukup',
  noMultiple: 'Leverage belum diatur, sementara tidak bisa membuat order',
  badVolume: 'Jumlah lot tidak valid',
  wrongSidePrice: 'Harga berada di sisi yang salah',
  insufficientBalance: 'Saldo tidak cukup',
  priceMoved: 'Harga sudah bergerak, silakan periksa lagi',
  cidReused: 'Nomor order ini sudah dipakai untuk order lain',
  internal: 'Terjadi kesalahan, silakan coba lagi nanti',
};
