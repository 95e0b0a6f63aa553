import type { Language } from '../../shared/contract/language.ts';
import type { CodePurpose } from './verification-repository.ts';

/** What a mail or a text message says, in one language; `{code}` and `{minutes}` are filled in. */
interface Texts {
  readonly subject: string;
  /** What the code is for. */
  readonly register: string;
  readonly password: string;
  /** How long it is good for, and not to pass it on. */
  readonly care: string;
  /** To somebody who has an account and, it seems, wanted to open one. */
  readonly taken: string;
}

/** Who writes. */
const SENDER = 'Pipstream';

export const CODE_TEXTS: Readonly<Record<Language, Texts>> = {
  hk: {
    subject: '驗證碼',
    register: '您的開戶驗證碼是 {code}。',
    password: '您重設密碼的驗證碼是 {code}。',
    care: '驗證碼 {minutes} 分鐘內有效，請勿告訴任何人。如非本人操作，請忽略此訊息。',
    taken:
      '有人想用此聯絡方式開戶，但您早已有帳戶。請直接登入，或使用「忘記密碼」。如非本人操作，請忽略此訊息。',
  },
  en: {
    subject: 'Verification code',
    register: 'Your code for opening an account is {code}.',
    password: 'Your code for setting a new password is {code}.',
    care: 'It is valid for {minutes} minutes; do not share it with anyone. If you did not ask for it, ignore this message.',
    taken:
      'Someone asked to open an account with this contact, but you already have one. Please log in, or use "Forgot password". If it was not you, ignore this message.',
  },
  jp: {
    subject: '認証コード',
    register: '口座開設の認証コードは {code} です。',
    password: 'パスワード再設定の認証コードは {code} です。',
    care: '有効期限は {minutes} 分です。他の人に教えないでください。心当たりがない場合は、このメッセージを無視してください。',
    taken:
      'この連絡先で口座開設の申し込みがありましたが、すでに口座をお持ちです。ログインするか、「パスワードを忘れた場合」をご利用ください。心当たりがない場合は、このメッセージを無視してください。',
  },
  kr: {
    subject: '인증 코드',
    register: '계좌 개설 인증 코드는 {code}입니다.',
    password: '비밀번호 재설정 인증 코드는 {code}입니다.',
    care: '코드는 {minutes}분 동안 유효합니다. 다른 사람에게 알려 주지 마세요. 요청하지 않으셨다면 이 메시지를 무시하세요.',
    taken:
      '이 연락처로 계좌 개설 요청이 있었지만 이미 계좌가 있습니다. 로그인하시거나 "비밀번호 찾기"를 이용해 주세요. 본인이 아니라면 이 메시지를 무시하세요.',
  },
  th: {
    subject: 'รหัสยืนยัน',
    register: 'รหัสสำหรับเปิดบัญชีของคุณคือ {code}',
    password: 'รหัสสำหรับตั้งรหัสผ่านใหม่ของคุณคือ {code}',
    care: 'รหัสใช้ได้ภายใน {minutes} นาที โปรดอย่าบอกผู้อื่น หากคุณไม่ได้เป็นผู้ขอ โปรดละเว้นข้อความนี้',
    taken: 'มีผู้ขอเปิดบัญชีด้วยช่องทางติดต่อนี้ แต่คุณมีบัญชีอยู่แล้ว โปรดเข้าสู่ระบบหรือใช้ "ลืมรหัสผ่าน" หากไม่ใช่คุณ โปรดละเว้นข้อความนี้',
  },
  vn: {
    subject: 'Mã xác minh',
    register: 'Mã mở tài khoản của bạn là {code}.',
    password: 'Mã đặt lại mật khẩu của bạn là {code}.',
    care: 'Mã có hiệu lực trong {minutes} phút; đừng chia sẻ với bất kỳ ai. Nếu bạn không yêu cầu mã, hãy bỏ qua tin nhắn này.',
    taken:
      'Có người yêu cầu mở tài khoản bằng thông tin liên hệ này, nhưng bạn đã có tài khoản. Hãy đăng nhập hoặc dùng "Quên mật khẩu". Nếu không phải bạn, hãy bỏ qua tin nhắn này.',
  },
  fr: {
    subject: 'Code de vérification',
    register: 'Votre code d’ouverture de compte est {code}.',
    password: 'Votre code pour définir un nouveau mot de passe est {code}.',
    care: 'Il est valable {minutes} minutes ; ne le communiquez à personne. Si vous ne l’avez pas demandé, ignorez ce message.',
    taken:
      'Une ouverture de compte a été demandée avec ces coordonnées, mais vous avez déjà un compte. Connectez-vous ou utilisez « Mot de passe oublié ». Si ce n’était pas vous, ignorez ce message.',
  },
  de: {
    subject: 'Bestätigungscode',
    register: 'Ihr Code zur Kontoeröffnung lautet {code}.',
    password: 'Ihr Code für ein neues Passwort lautet {code}.',
    care: 'Er gilt {minutes} Minuten; geben Sie ihn an niemanden weiter. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Nachricht.',
    taken:
      'Jemand wollte mit diesen Kontaktdaten ein Konto eröffnen, Sie haben aber bereits eines. Bitte melden Sie sich an oder nutzen Sie „Passwort vergessen“. Wenn Sie das nicht waren, ignorieren Sie diese Nachricht.',
  },
  ru: {
    subject: 'Код подтверждения',
    register: 'Ваш код для открытия счёта: {code}.',
    password: 'Ваш код для установки нового пароля: {code}.',
    care: 'Код действует {minutes} минут; никому его не сообщайте. Если вы его не запрашивали, проигнорируйте это сообщение.',
    taken:
      'Кто-то хотел открыть счёт с этими контактными данными, но у вас уже есть счёт. Войдите или воспользуйтесь функцией «Забыли пароль». Если это были не вы, проигнорируйте это сообщение.',
  },
  spa: {
    subject: 'Código de verificación',
    register: 'Tu código para abrir una cuenta es {code}.',
    password: 'Tu código para establecer una nueva contraseña es {code}.',
    care: 'Es válido durante {minutes} minutos; no lo compartas con nadie. Si no lo has solicitado, ignora este mensaje.',
    taken:
      'Alguien ha solicitado abrir una cuenta con estos datos de contacto, pero ya tienes una. Inicia sesión o usa «He olvidado mi contraseña». Si no has sido tú, ignora este mensaje.',
  },
  pt: {
    subject: 'Código de verificação',
    register: 'O seu código para abrir uma conta é {code}.',
    password: 'O seu código para definir uma nova palavra-passe é {code}.',
    care: 'É válido durante {minutes} minutos; não o partilhe com ninguém. Se não o pediu, ignore esta mensagem.',
    taken:
      'Alguém pediu para abrir uma conta com este contacto, mas já tem uma. Inicie sessão ou utilize «Esqueci-me da palavra-passe». Se não foi o próprio, ignore esta mensagem.',
  },
  ar: {
    subject: 'رمز التحقق',
    register: 'رمز فتح الحساب الخاص بك هو {code}.',
    password: 'رمز تعيين كلمة مرور جديدة هو {code}.',
    care: 'الرمز صالح لمدة {minutes} دقائق، فلا تشاركه مع أي شخص. إذا لم تطلبه فتجاهل هذه الرسالة.',
    taken:
      'طلب شخص ما فتح حساب ببيانات الاتصال هذه، ولكن لديك حساب بالفعل. يُرجى تسجيل الدخول أو استخدام «نسيت كلمة المرور». إذا لم تكن أنت فتجاهل هذه الرسالة.',
  },
  it: {
    subject: 'Codice di verifica',
    register: 'Il tuo codice per aprire un conto è {code}.',
    password: 'Il tuo codice per impostare una nuova password è {code}.',
    care: 'È valido per {minutes} minuti; non comunicarlo a nessuno. Se non l’hai richiesto, ignora questo messaggio.',
    taken:
      'Qualcuno ha chiesto di aprire un conto con questo contatto, ma ne hai già uno. Accedi o usa «Password dimenticata». Se non sei stato tu, ignora questo messaggio.',
  },
  tr: {
    subject: 'Doğrulama kodu',
    register: 'Hesap açma kodunuz: {code}.',
    password: 'Yeni şifre belirleme kodunuz: {code}.',
    care: 'Kod {minutes} dakika geçerlidir; kimseyle paylaşmayın. Bu kodu siz istemediyseniz bu mesajı dikkate almayın.',
    taken:
      'Bu iletişim bilgisiyle hesap açılmak istendi, ancak zaten bir hesabınız var. Lütfen giriş yapın veya “Şifremi unuttum” seçeneğini kullanın. Bu işlemi siz yapmadıysanız bu mesajı dikkate almayın.',
  },
  id: {
    subject: 'Kode verifikasi',
    register: 'Kode pembukaan akun Anda adalah {code}.',
    password: 'Kode untuk membuat kata sandi baru Anda adalah {code}.',
    care: 'Kode berlaku selama {minutes} menit; jangan berikan kepada siapa pun. Jika Anda tidak memintanya, abaikan pesan ini.',
    taken:
      'Seseorang meminta pembukaan akun dengan kontak ini, tetapi Anda sudah memiliki akun. Silakan masuk atau gunakan "Lupa kata sandi". Jika bukan Anda, abaikan pesan ini.',
  },
};

interface Words {
  readonly subject: string;
  readonly text: string;
}

export function codeWords(language: Language, purpose: CodePurpose, code: string, minutes: number): Words {
  const texts = CODE_TEXTS[language];
  const text = `${texts[purpose]} ${texts.care}`
    .replace('{code}', code)
    .replace('{minutes}', String(minutes));
  return { subject: subjectOf(texts), text: `${SENDER}: ${text}` };
}

export function takenWords(language: Language): Words {
  const texts = CODE_TEXTS[language];
  return { subject: SENDER, text: `${SENDER}: ${texts.taken}` };
}

const subjectOf = (texts: Texts): string => `${SENDER}: ${texts.subject}`;
