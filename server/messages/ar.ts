import type { Messages } from './shape.ts';

export const ar: Messages = {
  sessionExpired: 'يرجى تسجيل الدخول',
  badParameter: 'البيانات المرسلة غير صالحة',
  notForDemo: 'متاح للحسابات الحقيقية فقط',
  notFound: 'غير موجود',
  conflict: 'تغيّرت الحالة ولم يعد ذلك ممكنًا',
  wrongCredentials: 'الحساب أو كلمة المرور أو الرمز غير صحيح',
  tooMany: 'طلبات كثيرة جدًا، يرجى المحاولة لاحقًا',
  marketClosed: 'السوق مغلق',
  notEnoughMargin: 'الهامش المتاح غير كافٍ',
  noMultiple: 'لم يتم ضبط الرافعة المالية، لا يمكن تقديم أمر حاليًا',
  badVolume: 'عدد اللوتات غير صالح',
  wrongSidePrice: 'السعر في الجهة الخاطئة',
  insufficientBalance: 'الرصيد غير كافٍ',
  priceMoved: 'تحرّك السعر، يرجى التحقق مرة أخرى',
  cidReused: 'رقم الأمر هذا مستخدم لأمر آخر',
  internal: 'حدث خطأ، يرجى المحاولة لاحقًا',
};
