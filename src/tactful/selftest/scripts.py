"""Names on a contact page in 22 scripts, of which the reader knows none or half: unknown is private."""

from __future__ import annotations

from functools import cache, partial

from PIL import ImageFont

from tactful.selftest.canary import SEEN, draw_lines, guard, visible_share
from tactful.selftest.cases import Case, Skipped

# Each script's font (Noto, as Debian's fonts-noto-core and fonts-noto-cjk name the files) and five names.
NAMES = {
    "Arabic": ("NotoNaskhArabic", "محمد العلي|فاطمة الزهراء|يوسف حداد|ليلى منصور|عمر خليل"),
    "Armenian": (
        "NotoSansArmenian",
        "Արամ Սարգսյան|Անահիտ Գրիգորյան|Տիգրան Հակոբյան|Նարե Պետրոսյան|Դավիթ Մկրտչյան",
    ),
    "Bengali": ("NotoSansBengali", "রহিম উদ্দিন|সুমনা দাস|অনির্বাণ সেন|মিতা রায়|কবির হোসেন"),
    "Cyrillic": (
        "NotoSans",
        "Наталья Крюкова|Сергій Шевченко|Елена Воронцова|Ольга Павлюк|Георги Димитров",
    ),
    "Devanagari": ("NotoSansDevanagari", "राम कुमार शर्मा|प्रिया वर्मा|अनिल देशपांडे|सुनीता|विकास गुप्ता"),
    "Ethiopic": ("NotoSansEthiopic", "አበበ ቢቂላ|ሰላም ተስፋዬ|ዳዊት መኮንን|ሄለን ገብረ|ዮናስ አለሙ"),
    "Georgian": (
        "NotoSansGeorgian",
        "გიორგი ბერიძე|ნინო კაპანაძე|დავით მაისურაძე|თამარ გელაშვილი|ლევან ხარაძე",
    ),
    "Greek": (
        "NotoSans",
        "Γιώργος Παπαδόπουλος|Μαρία Νικολάου|Ελένη Βασιλείου|Κώστας Γεωργίου|Δημήτρης Αγγέλου",
    ),
    "Gujarati": ("NotoSansGujarati", "કિરણ પટેલ|મીના શાહ|હિતેશ દેસાઈ|જયા મહેતા|રાજેશ જોશી"),
    "Gurmukhi": ("NotoSansGurmukhi", "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ|ਹਰਲੀਨ ਕੌਰ|ਮਨਜੀਤ ਗਿੱਲ|ਸਿਮਰਨ|ਜਸਬੀਰ ਸੰਧੂ"),
    "Hangul": ("NotoSansCJK", "김민준|이서연|박도현|최지우|정하은"),
    "Hebrew": ("NotoSansHebrew", "יעל כהן|דוד לוי|נועה מזרחי|איתן פרידמן|שירה אזולאי"),
    "Kannada": ("NotoSansKannada", "ರಮೇಶ್ ಗೌಡ|ಸುಧಾ ಮೂರ್ತಿ|ಅನಿತಾ ರಾವ್|ಕಿರಣ್ ಶೆಟ್ಟಿ|ಮಂಜುನಾಥ"),
    "Khmer": ("NotoSansKhmer", "សុខ សុភា|ចាន់ ដារា|លី សុវណ្ណ|កែវ មុនី|ហេង វិសាល"),
    "Lao": ("NotoSansLao", "ສົມສັກ ວົງສາ|ບຸນມີ ພົມມະ|ແກ້ວ ສີສຸກ|ຄຳພອນ|ນາງ ມະນີ"),
    "Malayalam": ("NotoSansMalayalam", "അനിൽ കുമാർ|ലക്ഷ്മി നായർ|രാജേഷ് മേനോൻ|സിന്ധു|ജോസഫ് തോമസ്"),
    "Myanmar": ("NotoSansMyanmar", "အောင်မြင့်|စန္ဒာဝင်း|ကျော်ဇင်|သီတာထွန်း|မင်းသူ"),
    "Oriya": ("NotoSansOriya", "ଅନିଲ ପଟ୍ଟନାୟକ|ସୁମିତ୍ରା ଦାସ|ରମେଶ ସାହୁ|ମିନତି|ବିକାଶ ମହାନ୍ତି"),
    "Sinhala": ("NotoSansSinhala", "නිමල් පෙරේරා|කුමාරි සිල්වා|සුනිල් ප්‍රනාන්දු|අනුලා|රුවන් ජයසිංහ"),
    "Tamil": ("NotoSansTamil", "முருகன் செல்வம்|கவிதா ராமன்|அருண் குமார்|மீனா|சுரேஷ் பாபு"),
    "Telugu": ("NotoSansTelugu", "వెంకట రావు|లక్ష్మీ దేవి|సురేష్ రెడ్డి|అనిత|రవి శంకర్"),
    "Thai": ("NotoSansThai", "สมชาย ใจดี|สุดา วงศ์ทอง|ประเสริฐ ศรีสุข|มาลี|วิชัย แก้วมณี"),
}
_DEJAVU = ("Arabic", "Armenian", "Cyrillic", "Georgian", "Greek", "Hebrew", "Lao")
_SHORT = ("Devanagari", "Georgian", "Greek", "Thai")


@cache
def _seen(script: str) -> tuple[float, ...]:
    """The share of each name that the protected contact page still shows."""
    face, names = NAMES[script]
    font = _font(face + ("-Regular.ttc" if face.endswith("CJK") else "-Regular.ttf"), script)
    image, boxes = draw_lines(("Contacts", *names.split("|")), font=font)
    shown = guard().protect(image).image
    return tuple(visible_share(image, shown, box) for box in boxes[1:])


def _font(file: str, script: str) -> ImageFont.FreeTypeFont:
    for name in (file, "DejaVuSans.ttf") if script in _DEJAVU else (file,):
        try:
            return ImageFont.truetype(name, 28)
        except OSError:
            continue
    raise Skipped(f"no font for {script}: {file}")


def _attack(script: str, number: int) -> str | None:
    return "a name stands in clear" if _seen(script)[number] > SEEN else None


CASES = tuple(
    Case("scripts", f"{script}-{number + 1}", partial(_attack, script, number), short=script in _SHORT)
    for script in NAMES
    for number in range(5)
)
