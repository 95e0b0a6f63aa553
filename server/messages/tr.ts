import type { Messages } from './shape.ts';

export const tr: Messages = {
  sessionExpired: 'Lütfen giriş yapın',
  badParameter: 'Gönderilen bilgiler geçerli değil',
  notForDemo: 'Yalnızca gerçek hesaplar için kullanılabilir',
  notFound: 'Bulunamadı',
  conflict: 'Durum değişti, bu işlem artık yapılamaz',
  wrongCredentials: 'Hesap, şifre veya kod yanlış',
  tooMany: 'Çok fazla istek, lütfen daha sonra tekrar deneyin',
  marketClosed: 'Piyasa kapalı',
  notEnoughMargin: 'Kullanılabilir teminat yetersiz',
  noMultiple: 'Kaldıraç tanımlanmamış, şu anda emir verilemiyor',
  badVolume: 'Lot miktarı geçerli değil',
  wrongSidePrice: 'Fiyat yanlış tarafta',
  insufficientBalance: 'Bakiye yetersiz',
  priceMoved: 'Fiyat değişti, lütfen tekrar kontrol edin',
  cidReused: 'Bu emir numarası başka bir emir için kullanıldı',
  internal: 'Bir sorun oluştu, lütfen daha sonra tekrar deneyin',
};
